import { randomUUID } from "node:crypto";
import { decodeUtf8, type ProcessExit, type ProcessHandle, type ProcessHost } from "@nucleic/process";
import { LabError } from "../lab-error.ts";
import type { ScriptedModel } from "../model/scripted-model.ts";
import type { Dialogue } from "./dialogue.ts";
import { entryOf, type FixtureEntry } from "./fixture.ts";
import { Notices } from "./notices.ts";
import { perform } from "./perform.ts";
import type { Act } from "./recording.ts";

/** What a script is run against. */
export interface ScriptRun {
  readonly host: ProcessHost;
  readonly dialogue: Dialogue;
  readonly model: ScriptedModel;
  readonly command: string;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
}

// A recording is a few hundred lines; one that passes this is out of hand.
const maxEntries = 100_000;

/** Runs a CLI through the script to its end, and answers every line that went over its pipes, and its exit. */
export async function runScript(script: readonly Act[], run: ScriptRun): Promise<FixtureEntry[]> {
  const { host, dialogue, model, command, cwd, env } = run;
  const spec = { command, args: dialogue.args, cwd, env, runId: randomUUID() };
  const handle = host.spawn(spec, run.signal);
  const ended = new AbortController();
  const signal = run.signal ? AbortSignal.any([run.signal, ended.signal]) : ended.signal;
  const entries: FixtureEntry[] = [];
  const notices = new Notices();
  const write = async (lines: readonly string[]) => {
    for (const line of lines) {
      entries.push(entryOf("stdin", line));
      await handle.writeLine(line);
    }
  };
  const end = (failure?: unknown) => {
    notices.end(failure);
    ended.abort(failure ?? new LabError("recordFailed", "the CLI ended before the script did"));
  };
  const reading = read(handle, dialogue, { entries, notices, write }).then(() => end(), end);
  try {
    await write(dialogue.begin());
    const send = (name: NodeJS.Signals) => void handle.signal(name);
    for (const act of script) await perform(act, { dialogue, model, notices, cwd, write, send, signal });
    await handle.endInput();
    await reading;
    notices.throwIfFailed();
    return [...entries, exitEntry(await handle.exited)];
  } finally {
    await handle.stop();
  }
}

interface Desk {
  readonly entries: FixtureEntry[];
  readonly notices: Notices;
  write(lines: readonly string[]): Promise<void>;
}

async function read(
  handle: ProcessHandle,
  dialogue: Dialogue,
  { entries, notices, write }: Desk,
): Promise<void> {
  for await (const frame of handle.lines) {
    if (frame.kind === "overflow") throw new LabError("recordFailed", `a line of ${frame.lengthBytes} bytes`);
    if (entries.length >= maxEntries) throw new LabError("recordFailed", `more than ${maxEntries} lines`);
    const line = decodeUtf8(frame.bytes);
    entries.push(entryOf("stdout", line));
    notices.line(line);
    const response = dialogue.respond(line);
    for (const notice of response.notices ?? []) notices.add(notice);
    if (response.write) await write(response.write);
  }
}

function exitEntry({ cause, code, signal, stderrTail, error }: ProcessExit): FixtureEntry {
  if (error) throw new LabError("recordFailed", "the CLI could not be started", { cause: error });
  const ending = code === undefined ? { signal } : { code };
  return { dir: "exit", data: { cause, ...ending, stderr: stderrTail } };
}
