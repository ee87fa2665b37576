import type { Context, Terminal } from "../context.ts";

/** Asks for one key: only `y` is a yes. Anything else, Enter and an interrupt included, is a no. */
export async function confirm(context: Context, terminal: Terminal, question: string): Promise<boolean> {
  await context.stderr.write(`${question} [y/N] `);
  const answer = Promise.withResolvers<boolean>();
  const { ending } = context.signals;
  const no = () => answer.resolve(false);
  ending.addEventListener("abort", no, { once: true });
  using _listening = terminal.keys.listen((keys) => {
    const [key] = keys;
    answer.resolve(keys.length === 1 && key?.kind === "char" && key.char.toLowerCase() === "y");
  });
  const yes = await answer.promise;
  ending.removeEventListener("abort", no);
  await context.stderr.write(`${yes ? "yes" : "no"}\n`);
  return yes;
}
