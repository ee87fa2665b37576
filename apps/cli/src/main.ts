import { createRequire } from "node:module";
import { createIds, systemClock } from "@nucleic/protocol/core";
import { exitCodeOf } from "./cli-error.ts";
import type { Context, Terminal } from "./context.ts";
import { type ExitCode, exitCodes } from "./exit-code.ts";
import { parse } from "./program.ts";
import { checkRemote, isOfThisMachine } from "./remote/remote-commands.ts";
import { keyboard } from "./term/keyboard.ts";
import { Output } from "./term/output.ts";
import { Screen } from "./term/screen.ts";
import { Signals } from "./term/signals.ts";
import { errorLines } from "./view/error-lines.ts";
import { createStyle, type Frame, wantsColor } from "./view/style.ts";

/** The whole command line: reads the arguments, runs the command, says what went wrong. Never throws. */
export async function main(host: NodeJS.Process): Promise<ExitCode> {
  const stdout = new Output(host.stdout);
  const stderr = new Output(host.stderr);
  const signals = new Signals((code) => host.exit(code));
  using _attached = signals.attach(host);
  using _alive = holdOpen();
  const context: Context = {
    version: version(),
    env: host.env,
    cwd: host.cwd(),
    clock: systemClock,
    ids: createIds(systemClock),
    stdin: host.stdin,
    stdout,
    stderr,
    ...terminalOf(host),
    signals,
    frame: () => frameFor(host.env, stdout),
    errFrame: () => frameFor(host.env, stderr),
    tell: (lines) => stderr.lines(typeof lines === "string" ? [lines] : lines),
  };
  try {
    const parsed = await parse(host.argv.slice(2), version(), {
      writeOut: (text) => void stdout.write(text),
      writeErr: (text) => void stderr.write(text),
    });
    if ("printed" in parsed) return parsed.printed === "stdout" ? exitCodes.done : exitCodes.usage;
    const code = await parsed.command({ ...context, ...remoteOf(parsed, host.env.NUCLEIC_REMOTE) });
    return signals.ending.aborted ? exitCodes.interrupted : code;
  } catch (error) {
    if (signals.ending.aborted) return exitCodes.interrupted;
    await stderr.lines(errorLines(error, frameFor(host.env, stderr), Boolean(host.env.NUCLEIC_DEBUG)));
    return exitCodeOf(error);
  }
}

/** The flag is said for this command and has to fit it; the variable is for those that it fits. */
function remoteOf(
  { name, remote }: { readonly name: string; readonly remote?: string },
  variable: string | undefined,
): { readonly remote?: string } {
  const wanted = remote ?? (variable === "" || isOfThisMachine(name) ? undefined : variable);
  if (wanted === undefined) return {};
  checkRemote(name);
  return { remote: wanted };
}

/** A command that runs holds the process open; what it waits for may be a clock, which never does. */
function holdOpen(): Disposable {
  const longestMs = 2 ** 31 - 1;
  const timer = setInterval(() => undefined, longestMs);
  return { [Symbol.dispose]: () => clearInterval(timer) };
}

/** A person is there only where both ends are a terminal, and one that can be drawn on. */
function terminalOf(host: NodeJS.Process): { terminal?: Terminal } {
  const { stdin, stdout } = host;
  if (!stdin.isTTY || !stdout.isTTY || host.env.TERM === "dumb") return {};
  const onResize = (listener: () => void): Disposable => {
    stdout.on("resize", listener);
    return { [Symbol.dispose]: () => void stdout.off("resize", listener) };
  };
  return { terminal: { keys: keyboard(stdin), screen: new Screen(stdout), onResize, stream: stdout } };
}

function frameFor(env: NodeJS.ProcessEnv, output: Output): Frame {
  const width = output.isTTY ? Math.max(10, (output.columns || 80) - 1) : 100;
  return { width, style: createStyle(wantsColor(env, output.isTTY)) };
}

function version(): string {
  const manifest: unknown = createRequire(import.meta.url)("../package.json");
  const { version: found } = manifest as { version?: unknown };
  return typeof found === "string" ? found : "0.0.0";
}
