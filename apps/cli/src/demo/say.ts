import type { Stream, Toolbox } from "./toolbox.ts";

/** Says something, word by word. */
export async function* say(
  box: Toolbox,
  text: string,
  kind: "assistantText" | "thinking" = "assistantText",
): Stream<void> {
  const messageId = box.nextId();
  let said = "";
  try {
    for (const delta of text.match(/\S+\s*/g) ?? []) {
      await box.clock.sleep(box.paceMs, box.signal);
      said += delta;
      yield box.emit.event({ kind, messageId, text: delta, isPartial: true });
    }
  } finally {
    const cut = said === text ? {} : { truncated: true };
    if (said !== "") yield box.emit.event({ kind, messageId, text: said, isPartial: false, ...cut });
  }
}
