import { count, type Json, name, number, object, objects, strings, text } from "@nucleic/adapter-kit";

/** An item of a rollout (`item_completed`), as the app-server names the same one. Fields beyond ours only change case. */
export function threadItem(item: Json): Json {
  const type = camel(text(item.type) ?? "", true);
  const plain = {
    ...camelKeys(item),
    type,
    ...(name(item.status) && { status: camel(text(item.status) ?? "") }),
  };
  switch (type) {
    case "agentMessage":
      return { ...plain, text: textOf(item.content) };
    case "reasoning":
      return { ...plain, summary: strings(item.summary_text), content: strings(item.raw_content) };
    case "commandExecution":
      return {
        ...plain,
        command: commandLine(strings(item.command)),
        cwd: (text(item.cwd) ?? "").replace(/^file:\/\//, ""),
        durationMs: durationMs(object(item.duration)),
      };
    case "fileChange":
      return { ...plain, changes: Object.entries(object(item.changes) ?? {}).map(changeOf) };
    case "mcpToolCall":
      return { ...plain, durationMs: durationMs(object(item.duration)) };
    default:
      return plain;
  }
}

/** The texts of a message's content, whatever each part is called. */
export function textOf(content: unknown): string {
  return objects(content)
    .flatMap((part) => text(part.text) ?? [])
    .join("\n");
}

function changeOf([path, value]: [string, unknown]): Json {
  const change = object(value) ?? {};
  const type = text(change.type) ?? "update";
  const kind = type === "update" ? { type, move_path: change.move_path ?? null } : { type };
  return { path, kind, diff: text(change.unified_diff) ?? text(change.content) ?? "" };
}

function durationMs(duration: Json | undefined): number | undefined {
  const seconds = count(duration?.secs);
  return seconds === undefined
    ? undefined
    : seconds * 1000 + Math.round((number(duration?.nanos) ?? 0) / 1e6);
}

/** Words as one line for a shell, quoted as Codex quotes them. */
function commandLine(words: readonly string[]): string {
  return words
    .map((word) => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'"'"'`)}'`))
    .join(" ");
}

function camelKeys(item: Json): Json {
  return Object.fromEntries(Object.entries(item).map(([key, value]) => [camel(key), value]));
}

function camel(words: string, lowerFirst = false): string {
  const joined = words.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
  return lowerFirst ? joined.charAt(0).toLowerCase() + joined.slice(1) : joined;
}
