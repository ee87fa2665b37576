import type { ProcessHost } from "@nucleic/process";
import { knownClis } from "../cli/known-clis.ts";
import type { RealCli } from "../cli/real-cli.ts";
import { LabError } from "../lab-error.ts";
import { scriptedModel } from "../model/scripted-model.ts";
import { type Fixture, fixtureOf } from "./fixture.ts";
import type { RecorderName } from "./recorder-name.ts";
import { type Recorder, recorders } from "./recorders.ts";
import type { Recording } from "./recording.ts";
import { runScript } from "./run-script.ts";
import { sanitise } from "./sanitise.ts";
import { workingFolder } from "./working-folder.ts";

/** Where the CLI runs, and how long. */
export interface RecordOptions {
  readonly host: ProcessHost;
  /** Which way to talk to it, where there are several. */
  readonly recorder?: RecorderName;
  /** Called when the CLI has ended, while its folders are still there. */
  readonly atEnd?: (folders: { readonly home: string; readonly cwd: string }) => Promise<void>;
  /** Ends the recording, and the CLI with it. */
  readonly signal?: AbortSignal;
}

/** What the CLI's folders are called in a fixture. */
export const fixturePlaces = { project: "/lab/project", home: "/lab/home" } as const;

/**
 * Drives a real CLI through a recording, with a scripted model, an empty home and a folder of its own, and answers what
 * went over its pipes, sanitised.
 *
 * @throws LabError `recordFailed` where the CLI ends before the script does, or is none that the lab can record
 */
export async function record(cli: RealCli, recording: Recording, options: RecordOptions): Promise<Fixture> {
  const recorder = recorderOf(cli, options.recorder);
  const { scenario, reply, files = {}, env = {} } = recording;
  await using folder = await workingFolder(files);
  await using model = await scriptedModel({
    api: knownClis[cli.name].api,
    ...(scenario && { scenario }),
    ...(reply && { reply }),
  });
  await using place = await cli.environment({ baseUrl: model.url, extra: env });
  const entries = await runScript(recording.script, {
    host: options.host,
    dialogue: recorder.open(recording, folder.path),
    model,
    command: cli.path,
    cwd: folder.path,
    env: place.env,
    ...(recorder.also && { also: recorder.also }),
    ...(options.signal && { signal: options.signal }),
  });
  await options.atEnd?.({ home: place.home, cwd: folder.path });
  const places = { [folder.path]: fixturePlaces.project, [place.home]: fixturePlaces.home };
  return fixtureOf(sanitise(entries, { ...recorder.rules, places }));
}

function recorderOf(cli: RealCli, name: RecorderName | undefined): Recorder {
  const all: readonly (readonly [string, Recorder])[] = Object.entries(recorders);
  const fitting = all.filter(([its, recorder]) => recorder.cli === cli.name && (name ?? its) === its);
  const [only, ...others] = fitting;
  if (only && others.length === 0) return only[1];
  const hint = `name one of: ${(fitting.length > 0 ? fitting : all).map(([its]) => its).join(", ")}`;
  throw new LabError("recordFailed", `the lab cannot tell how to record ${cli.name}`, { hint });
}
