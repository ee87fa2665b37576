import { decodeUtf8, localProcessHost } from "@nucleic/process";
import { expect } from "vitest";
import type { NotOffered } from "./exception.ts";
import type { Play } from "./play.ts";

type Prove = NotOffered["prove"];

/** Its requests to the model offer no tool of such a name. */
export const offersNo =
  (name: RegExp): Prove =>
  async (play) => {
    await play.turn("Hello.");
    const tools = play.offeredTools();
    expect(tools.length, "the tools of a request").toBeGreaterThan(3);
    expect(tools.filter((tool) => name.test(tool))).toEqual([]);
  };

/** The adapter says so, and refuses a word in the middle of a turn by name. */
export const refusesToSteer: Prove = async (play) => {
  expect(play.capabilities.followUpWhileRunning).toBe(false);
  const run = await play.start();
  await run.send("Write it.");
  await run.nth("turnStarted");
  expect(await play.refusal(play.steer(run, "And be brief."))).toBe("unsupported");
  expect(await run.nth("turnCompleted")).toMatchObject({ outcome: "completed" });
};

/** An ACP agent, started by those arguments, that advertises no fork; the adapter says so, and refuses it by name. */
export const refusesToFork =
  (args: readonly string[]): Prove =>
  async (play) => {
    const offers = await initializeResult(play, args);
    expect(offers).toMatchObject({ protocolVersion: 1, agentCapabilities: { loadSession: true } });
    expect(JSON.stringify(offers)).not.toContain('"fork"');
    expect(play.capabilities.canFork).toBe(false);
    const run = await play.turn("Tell me a word.");
    const { backendSessionId } = await run.nth("sessionStarted");
    await run.close();
    expect(await play.refusal(play.resume(backendSessionId, true))).toBe("unsupported");
  };

/** What the program itself answers when it is initialized. */
async function initializeResult({ setting }: Play, args: readonly string[]): Promise<unknown> {
  const { executable: command, environment: env } = setting.installed;
  const { cwd, runId = "" } = setting.spec;
  await using agent = localProcessHost().spawn({ command, args, cwd, env, runId });
  const params = { protocolVersion: 1, clientCapabilities: {} };
  await agent.writeLine(JSON.stringify({ jsonrpc: "2.0", id: 1, method: "initialize", params }));
  for await (const frame of agent.lines) {
    const line = "bytes" in frame ? decodeUtf8(frame.bytes) : "{}";
    const message: { id?: unknown; result?: unknown } = JSON.parse(line);
    if (message.id === 1) return message.result;
  }
  throw new Error("it ended without an answer");
}

/** The adapter says so, and a person who would answer is never asked before a file is written. */
export const neverAsks: Prove = async (play) => {
  expect(play.capabilities.interactiveApprovals).toBe(false);
  await play.turn("Write it.");
  const saw = await play.saw();
  expect(saw.files.size).toBe(1);
  expect(saw.all("approvalRequested")).toEqual([]);
};

/** As {@link neverAsks}; and what its sandbox does not allow is not done and fails the turn. */
export const refusesByItself: Prove = async (play) => {
  expect(play.capabilities.interactiveApprovals).toBe(false);
  const run = await play.start();
  await run.run.setMode?.("read-only");
  expect(await run.turn("Write it.")).toMatchObject({ outcome: "failed" });
  const saw = await play.saw();
  expect(saw.all("approvalRequested")).toEqual([]);
  expect(saw.files.size).toBe(0);
};
