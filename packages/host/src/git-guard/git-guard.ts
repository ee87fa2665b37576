import { rm } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import { delimiter, isAbsolute, join } from "node:path";
import type { LoopbackServer } from "@nucleic/loopback";
import { AskEnded } from "@nucleic/protocol/core";
import { type GuardSetting, type OpenGuard, shellWords } from "@nucleic/runtime";
import { judgeGit } from "./judge-git.ts";
import { writeShim } from "./shim.ts";

/** What the guards of a host are made with. */
export interface GitGuardOptions {
  readonly dataDir: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly server: LoopbackServer;
  /** The session's own branch, at this moment. */
  readonly ownBranch: (id: GuardSetting["sessionId"]) => Promise<string | undefined>;
}

/** Puts a `git` first in the agent's PATH that has what reaches beyond the session judged before it runs. */
export function gitGuard({ dataDir, env, server, ownBranch }: GitGuardOptions): OpenGuard {
  const guards = join(dataDir, "guards");
  let cleared: Promise<void> | undefined;
  return async (setting) => {
    // A host that was killed has left its own, which answer nobody any more.
    cleared ??= rm(guards, { recursive: true, force: true });
    await cleared;
    const folder = join(guards, setting.sessionId);
    const seat = await server.open((request, response, body) =>
      serve(setting, ownBranch, { request, response, body }),
    );
    const leave = async () => {
      await seat.leave();
      await rm(folder, { recursive: true, force: true });
    };
    try {
      await writeShim({ folder, url: seat.url, token: seat.token });
    } catch (error) {
      await leave();
      throw error;
    }
    return {
      environment: (given) => {
        const path = given.PATH ?? env.PATH;
        return { PATH: path ? `${folder}${delimiter}${path}` : folder };
      },
      ports: [Number(new URL(seat.url).port)],
      reads: [folder],
      [Symbol.asyncDispose]: leave,
    };
  };
}

interface Asked {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly body: Readonly<Record<string, unknown>>;
}

async function serve(
  setting: GuardSetting,
  ownBranch: GitGuardOptions["ownBranch"],
  asked: Asked,
): Promise<void> {
  const { response, body } = asked;
  const gone = new AbortController();
  response.once("close", () => gone.abort(new AskEnded("withdrawn")));
  // Whatever goes wrong is a no.
  const answer = await verdictOn(setting, ownBranch, body, gone.signal).catch(() =>
    no("it could not be judged whether git may do this; it was not run."),
  );
  response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(answer));
}

interface Answer {
  readonly allowed: boolean;
  readonly message?: string;
}

const no = (message: string): Answer => ({ allowed: false, message });

async function verdictOn(
  setting: GuardSetting,
  ownBranch: GitGuardOptions["ownBranch"],
  { argv, cwd, aliases }: Readonly<Record<string, unknown>>,
  signal: AbortSignal,
): Promise<Answer> {
  if (!isWords(argv) || typeof cwd !== "string" || !isAbsolute(cwd) || typeof aliases !== "string")
    return no("this was not understood; git was not run.");
  const scene = { ownBranch: await ownBranch(setting.sessionId), aliases: aliasesIn(aliases) };
  const verdict = judgeGit(argv, scene);
  if (verdict.effect === "allow") return { allowed: true };
  const command = { program: "git", command: shellWords(["git", ...argv]), cwd, why: verdict.why };
  if (verdict.effect === "refuse") {
    await setting.refuse({ ...command, why: `${verdict.why}. ${verdict.instead}` }, "git guard");
    return no(`git was not run: ${verdict.why}. ${verdict.instead}`);
  }
  const { decision } = await setting.ask(command, signal);
  if (decision.kind === "allow" || decision.kind === "allowAlways") return { allowed: true };
  const said = decision.message === undefined ? "" : ` ${decision.message}`;
  return no(
    `git was not run: ${verdict.why}, and that was not allowed.${said} Go on without it, or ask the user.`,
  );
}

const isWords = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((word) => typeof word === "string");

/** `git config -z --get-regexp`: key, line feed, value, NUL. */
function aliasesIn(text: string): ReadonlyMap<string, string> {
  const entries = text.split("\0").flatMap((entry): [string, string][] => {
    const end = entry.indexOf("\n");
    return end < 0 ? [] : [[entry.slice("alias.".length, end).toLowerCase(), entry.slice(end + 1)]];
  });
  return new Map(entries);
}
