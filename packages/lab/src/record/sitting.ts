import { randomUUID } from "node:crypto";
import { decodeUtf8, type ProcessExit, type ProcessHandle, type ProcessHost } from "@nucleic/process";
import { LabError } from "../lab-error.ts";
import type { ScriptedModel } from "../model/scripted-model.ts";
import type { Dialogue } from "./dialogue.ts";
import { entryOf, type FixtureDirection, type FixtureEntry } from "./fixture.ts";
import { Notices } from "./notices.ts";
import { perform, type SceneAct } from "./perform.ts";

/** What a script is run against. */
export interface ScriptRun {
  readonly host: ProcessHost;
  readonly dialogue: Dialogue;
  readonly model: ScriptedModel;
  readonly command: string;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  /** Kept beside stdin, stdout and the exit. */
  readonly also?: readonly FixtureDirection[];
  readonly signal?: AbortSignal;
}

// A recording is a few hundred lines; one that passes this is out of hand.
const maxEntries = 100_000;

/** One process of the CLI, from its start to its exit, and what goes over its pipes. */
export class Sitting implements AsyncDisposable {
  readonly #run: ScriptRun;
  readonly #entries: FixtureEntry[];
  readonly #handle: ProcessHandle;
  readonly #notices = new Notices();
  readonly #ended = new AbortController();
  readonly #signal: AbortSignal;
  readonly #reading: Promise<void>;
  #left: Promise<void> | undefined;

  /** Starts the CLI. What happens is added to the entries. */
  constructor(run: ScriptRun, entries: FixtureEntry[]) {
    const { host, dialogue, command, cwd, env, also } = run;
    const args = dialogue.args();
    this.#run = run;
    this.#entries = entries;
    if (also?.includes("start")) entries.push({ dir: "start", data: { args } });
    const onStderrLine = (line: string) => void entries.push({ dir: "stderr", text: line });
    const spec = {
      command,
      args,
      cwd,
      env,
      runId: randomUUID(),
      ...(also?.includes("stderr") && { onStderrLine }),
    };
    this.#handle = host.spawn(spec, run.signal);
    this.#signal = run.signal ? AbortSignal.any([run.signal, this.#ended.signal]) : this.#ended.signal;
    this.#reading = this.#read().then(
      () => this.#end(),
      (failure) => this.#end(failure),
    );
  }

  /** Says what comes before anything else, and waits until the CLI can be talked to. */
  async begin(way?: "replayed" | "silent"): Promise<void> {
    await this.#write(this.#run.dialogue.begin(way));
    if (this.#run.dialogue.greets) await this.#notices.ready();
  }

  async perform(act: SceneAct): Promise<void> {
    const { dialogue, model, cwd } = this.#run;
    await perform(act, {
      dialogue,
      model,
      cwd,
      notices: this.#notices,
      write: (lines) => this.#write(lines),
      send: (name) => void this.#handle.signal(name),
      signal: this.#signal,
    });
  }

  endInput(): Promise<void> {
    return this.#handle.endInput();
  }

  /** Closes stdin and waits for the exit. Idempotent. */
  leave(): Promise<void> {
    this.#left ??= this.#leave();
    return this.#left;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#handle.stop();
  }

  async #leave(): Promise<void> {
    await this.#handle.endInput();
    if (this.#run.dialogue.lingers) await this.#handle.stop("SIGTERM");
    await this.#reading;
    this.#notices.throwIfFailed();
    this.#entries.push(exitEntry(await this.#handle.exited));
  }

  async #write(lines: readonly string[]): Promise<void> {
    for (const line of lines) {
      this.#entries.push(entryOf("stdin", line));
      await this.#handle.writeLine(line);
    }
  }

  async #read(): Promise<void> {
    for await (const frame of this.#handle.lines) {
      if (frame.kind === "overflow")
        throw new LabError("recordFailed", `a line of ${frame.lengthBytes} bytes`);
      if (this.#entries.length >= maxEntries)
        throw new LabError("recordFailed", `more than ${maxEntries} lines`);
      const line = decodeUtf8(frame.bytes);
      this.#entries.push(entryOf("stdout", line));
      this.#notices.line(line);
      const response = this.#run.dialogue.respond(line);
      for (const notice of response.notices ?? []) this.#notices.add(notice, line);
      if (response.write) await this.#write(response.write);
    }
  }

  #end(failure?: unknown): void {
    this.#notices.end(failure);
    this.#ended.abort(failure ?? new LabError("recordFailed", "the CLI ended before the script did"));
  }
}

function exitEntry({ cause, code, signal, stderrTail, error }: ProcessExit): FixtureEntry {
  if (error) throw new LabError("recordFailed", "the CLI could not be started", { cause: error });
  const ending = code === undefined ? { signal } : { code };
  return { dir: "exit", data: { cause, ...ending, stderr: stderrTail } };
}
