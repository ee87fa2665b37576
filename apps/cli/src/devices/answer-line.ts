import type { Context, Terminal } from "../context.ts";

const maxChars = 200;

/** A line that the person types, or the next one of stdin where there is no terminal; `undefined` at the end or an interrupt. */
export async function answerLine(context: Context, question: string): Promise<string | undefined> {
  await context.stderr.write(question);
  const line = context.terminal ? await typed(context, context.terminal) : await nextLine(context);
  if (context.terminal) await context.stderr.write("\n");
  return line?.trim();
}

async function typed({ signals, stderr }: Context, { keys }: Terminal): Promise<string | undefined> {
  let text = "";
  const done = Promise.withResolvers<string | undefined>();
  const stop = () => done.resolve(undefined);
  signals.ending.addEventListener("abort", stop, { once: true });
  using _listening = keys.listen((pressed) => {
    for (const key of pressed) {
      if (key.kind === "enter") done.resolve(text);
      else if (key.kind === "interrupt" || key.kind === "escape" || key.kind === "end") stop();
      else if (key.kind === "backspace" && text !== "") {
        text = text.slice(0, -1);
        void stderr.write("\b \b");
      } else if (key.kind === "char" && text.length < maxChars) {
        text += key.char;
        void stderr.write(key.char);
      }
    }
  });
  const line = await done.promise;
  signals.ending.removeEventListener("abort", stop);
  return line;
}

async function nextLine({ stdin }: Context): Promise<string | undefined> {
  const decoder = new TextDecoder();
  let text = "";
  for await (const chunk of stdin) {
    text += decoder.decode(chunk, { stream: true });
    if (text.includes("\n") || text.length > maxChars) break;
  }
  return text === "" ? undefined : text.split("\n")[0];
}
