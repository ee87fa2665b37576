import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { demoFile } from "../src/demo/files.ts";
import { entry, Place } from "./cli.ts";
import { Pty } from "./pty.ts";

// The real program on a real terminal, with the demo agent behind it.

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

let place: Place;
beforeEach(async () => {
  place = await Place.make();
});
afterEach(() => place[Symbol.asyncDispose]());

const task = ["run", "Greet people", "--backend", "demo"];
const start = (...args: string[]) =>
  new Pty([process.execPath, ...entry, ...args], { cwd: place.repository, env: place.env });

test("one key answers a card: the agent goes on, and the sum says what to do next", async () => {
  await using pty = start(...task);
  await pty.until("How should the program greet people?");
  pty.press("3");
  await pty.until(`Allow Edit?`);
  await pty.until('+const greeting = "Ahoy";');
  await pty.until("y allow");
  pty.press("y");
  await pty.until("Allow Bash?");
  await pty.until("y allow");
  pty.press("y");
  await pty.until("Ahoy, Ada");
  await pty.until("● done");
  await pty.until("→ nucleic integrate ");
  expect(await pty.exit()).toBe(0);
  expect((await place.run(["diff", (await ids())[0] ?? ""])).stdout).toContain('+const greeting = "Ahoy";');
});

test("a denial with a message reaches the agent, and is no failure", async () => {
  await using pty = start(...task);
  await pty.until("How should the program greet people?");
  pty.press("1");
  await pty.until("Allow Edit?");
  await pty.until("y allow");
  pty.press("e");
  await pty.until("Tell the agent why:");
  for (const char of "no, leave it") pty.press(char);
  await pty.until("no, leave it▏");
  pty.press("\r");
  await pty.until("The change was not allowed");
  expect(await pty.exit()).toBe(0);
  const [id = ""] = await ids();
  const records = (await place.run(["show", id, "--json"])).json;
  expect(records).toContainEqual(
    expect.objectContaining({
      kind: "approvalResolved",
      decision: { kind: "deny", message: "no, leave it" },
      decidedBy: { by: "person", deviceId: "local:cli" },
    }),
  );
  expect((await place.run(["diff", id])).stderr).toContain("no changes");
});

test("ctrl-c interrupts the turn: exit code 130, and the session can be taken up again", async () => {
  await using pty = start(...task);
  await pty.until("How should the program greet people?");
  pty.press("\u0003");
  await pty.until("● interrupted");
  expect(await pty.exit()).toBe(130);
  const [id = ""] = await ids();
  const resumed = await place.run(["resume", id, "Once more", "--approve", "policy"]);
  expect(resumed.code).toBe(3);
  expect((await place.run(["diff", id, "--stat"])).stdout).toContain(demoFile);
});

test("`always` is asked no more in the session", async () => {
  await using pty = start(...task);
  await pty.until("How should the program greet people?");
  pty.press("\u001b");
  await pty.until("Allow Edit?");
  await pty.until("y allow");
  pty.press("a");
  await pty.until("allowed, always for this session");
  await pty.until("Allow Bash?");
  await pty.until("y allow");
  pty.press("c");
  await pty.until("denied, turn cancelled");
  expect(await pty.exit()).toBe(130);
});

async function ids(): Promise<string[]> {
  return (await place.run(["ls", "--json"])).json.map((session) => String(session.id));
}
