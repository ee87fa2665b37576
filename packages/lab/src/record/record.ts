import type { ProcessHost } from "@nucleic/process";
import type { KnownCliName } from "../cli/known-clis.ts";
import type { RealCli } from "../cli/real-cli.ts";
import { LabError } from "../lab-error.ts";
import { scriptedModel } from "../model/scripted-model.ts";
import { type Fixture, fixtureOf } from "./fixture.ts";
import { type Recorder, recorders } from "./recorders.ts";
import type { Recording } from "./recording.ts";
import { runScript } from "./run-script.ts";
import { sanitise } from "./sanitise.ts";
import { workingFolder } from "./working-folder.ts";

/** Where the CLI runs, and how long. */
export interface RecordOptions {
  readonly host: ProcessHost;
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
  const known: Partial<Record<KnownCliName, Recorder>> = recorders;
  const recorder = known[cli.name];
  if (!recorder)
    throw new LabError("recordFailed", `the lab cannot record ${cli.name}`, {
      hint: `it records: ${Object.keys(recorders).join(", ")}`,
    });
  const { scenario, reply, files = {}, env = {} } = recording;
  await using folder = await workingFolder(files);
  await using model = await scriptedModel({
    api: recorder.api,
    ...(scenario && { scenario }),
    ...(reply && { reply }),
  });
  await using place = await cli.environment({ baseUrl: model.url, extra: env });
  const entries = await runScript(recording.script, {
    dialogue: recorder.open(recording),
    model,
    command: cli.path,
    cwd: folder.path,
    env: place.env,
    ...options,
  });
  const places = { [folder.path]: fixturePlaces.project, [place.home]: fixturePlaces.home };
  return fixtureOf(sanitise(entries, { ...recorder.rules, places }));
}
