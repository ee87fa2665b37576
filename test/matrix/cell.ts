import { findRun } from "@nucleic/process";
import { systemClock } from "@nucleic/protocol";
import type { ContractSuite } from "@nucleic/protocol/testing";
import { expect } from "vitest";
import { playCase } from "../../packages/protocol/src/testing/contract/stage.ts";
import { type CliName, clis, type MatrixCli } from "./clis.ts";
import { exceptions } from "./exceptions.ts";
import { Play } from "./play.ts";
import type { MatrixScenario } from "./scenarios.ts";
import { type MatrixSetting, openSetting } from "./setting.ts";

/** What a cell of the page says. */
export type Verdict =
  | { readonly verdict: "works" }
  | { readonly verdict: "notOffered"; readonly evidence: string }
  | { readonly verdict: "differs"; readonly how: string };

/** How long a cell may take. What stands longer than that is shown with its events. */
export const patienceMs = (name: CliName): number => ((clis[name] as MatrixCli).slow ? 300_000 : 90_000);

/**
 * Plays one scenario on one CLI and answers what came of it. Throws where that is not what the table of exceptions says,
 * where a stream breaks the protocol, or where a process is left.
 */
export async function playCell(name: CliName, scenario: MatrixScenario): Promise<Verdict> {
  let verdict: Verdict | undefined;
  let played: Play | undefined;
  const suite = suiteOf(name, scenario);
  const playing = playCase(suite, {
    name: scenario.name,
    replies: scenario.replies,
    async play(stage) {
      played = new Play(stage, stage.setting as MatrixSetting);
      verdict = await within(patienceMs(name), judge(name, scenario, played));
    },
  });
  await playing.catch((error: unknown) => {
    throw played ? told(error, played) : error;
  });
  if (!verdict) throw new Error("the cell was not played");
  return verdict;
}

async function judge(name: CliName, scenario: MatrixScenario, play: Play): Promise<Verdict> {
  const exception = exceptions[name][scenario.name];
  if (exception?.verdict === "notOffered") {
    await exception.prove(play);
    return { verdict: "notOffered", evidence: exception.evidence };
  }
  await scenario.play(play);
  const saw = await play.saw();
  if (!exception) {
    scenario.works(saw);
    return { verdict: "works" };
  }
  exception.instead(saw);
  expect(() => scenario.works(saw), "it works: take it off the exceptions").toThrow();
  return { verdict: "differs", how: exception.how };
}

function suiteOf(name: CliName, { files, fails }: MatrixScenario): ContractSuite<MatrixSetting> {
  const matrixCli: MatrixCli = clis[name];
  const description = matrixCli.backend({ executable: "", environment: {} }).describe();
  return {
    name,
    api: { describe: () => undefined, test: () => undefined, expect },
    description,
    open: ({ replies }) =>
      openSetting(matrixCli, { replies, ...(files && { files }), ...(fails && { fails }) }),
    alive: async ({ spec }) => (await findRun(spec.runId ?? "")).length > 0,
  };
}

async function within<T>(limitMs: number, played: Promise<T>): Promise<T> {
  const over = new AbortController();
  const late = systemClock.sleep(limitMs, over.signal).then(() => {
    throw new Error(`not over within ${limitMs} ms`);
  });
  try {
    return await Promise.race([played, late]);
  } finally {
    late.catch(() => undefined);
    over.abort();
  }
}

/** The same error with what was seen until then. */
function told(error: unknown, play: Play): Error {
  const lines = play.events
    .filter((event) => !("isPartial" in event && event.isPartial))
    .map((event) =>
      JSON.stringify({ ...event, v: undefined, sessionId: undefined, capabilities: undefined }),
    );
  const asked = play.setting.requests().length;
  const message = error instanceof Error ? error.message : String(error);
  return new Error(`${message}\n${asked} requests; events:\n${lines.join("\n")}`, { cause: error });
}
