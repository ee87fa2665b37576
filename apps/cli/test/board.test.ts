import { mkdtemp } from "node:fs/promises";
import { join } from "node:path";
import { findHost } from "@nucleic/host";
import { isAlive } from "@nucleic/process";
import { answer, HostClient, webSocketTo } from "@nucleic/sync/client";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { entry, Place } from "./cli.ts";
import { Tmux } from "./tmux.ts";

// The board on a real terminal, of a real host, with the demo agent behind it.

vi.setConfig({ testTimeout: 150_000, hookTimeout: 90_000 });

let place: Place;
let client: HostClient;

beforeAll(async () => {
  place = await Place.make();
  expect((await place.run(["run", "--backend", "demo", "--detach", "Greet people"])).code).toBe(0);
  const host = await findHost(place.home);
  if (host === undefined) throw new Error("no host runs");
  client = new HostClient({ name: "test", version: "0", connect: webSocketTo(host) });
});

afterAll(async () => {
  await client?.close();
  const host = place && (await findHost(place.home));
  if (host) {
    process.kill(host.pid, "SIGTERM");
    await vi.waitUntil(async () => !(await isAlive(host)), { timeout: 20_000 });
  }
  await place?.[Symbol.asyncDispose]();
});

/** `nucleic attach` between two lines of a shell, which show whether the terminal came back. */
async function board(name: string, env: Record<string, string> = {}): Promise<Tmux> {
  const dir = await mkdtemp(join(place.dir, `${name}-`));
  const command = [process.execPath, ...entry, "attach"].map((word) => `'${word}'`).join(" ");
  const text = `echo before; ${command}; echo "code $?"; stty -a | grep -o '[ -]echo ' ; exec cat`;
  return Tmux.start(text, { cwd: place.repository, dir, env: { ...place.env, ...env } });
}

const sgr = new RegExp(`${String.fromCharCode(27)}\\[`);

test("a session is seen, opened, allowed and denied with keys, at any size; and the terminal comes back", async () => {
  await using tmux = await board("one");
  await tmux.until((seen) => seen.includes("has a question") && seen.includes("Greet people"));
  await tmux.press("a");
  await tmux.until("nucleic attach ");
  const { questions } = await client.board((now) => now.questions.length > 0);
  for (const question of questions) await answer(client, question);

  await tmux.until((seen) => seen.includes("asks for approval") && seen.includes("1 waits for you"));
  expect(await tmux.screen({ escapes: true })).toMatch(sgr);
  await tmux.press("a");
  await tmux.until((seen) => seen.includes("Allow Edit?") && seen.includes("+const greeting"));
  await tmux.press("Enter");
  await tmux.pressUntil("y", (seen) => !seen.includes("Allow Edit?"));
  await client.board((now) => now.approvals.some(({ tool }) => tool === "Bash"));

  await tmux.resize(60, 12);
  const narrow = await tmux.until((seen) => seen.includes("asks for approval") && seen.includes("q leave"));
  expect(narrow.split("\n").filter((row) => row.length > 60)).toEqual([]);
  await tmux.press("Enter");
  await tmux.until((seen) => seen.includes("✓ Edit") && seen.includes("esc back"));
  await tmux.resize(100, 30);
  await tmux.until((seen) => seen.includes("☑ Read the program"));
  await tmux.press("d");
  await tmux.until((seen) => seen.includes("Allow Bash?"));
  await tmux.press("n");
  await client.board((now) => now.approvals.length === 0);
  await tmux.until((seen) => !seen.includes("Allow Bash?"));

  await tmux.press("q");
  const after = await tmux.until("code 0");
  expect(after).toMatch(/before\ncode 0\n[ ]?echo/);
});

test("with NO_COLOR there is no colour; a signal gives the terminal back", async () => {
  await using tmux = await board("two", { NO_COLOR: "1" });
  await tmux.until("1 session");
  expect(await tmux.screen({ escapes: true })).not.toMatch(sgr);
  process.kill(await tmux.child(), "SIGTERM");
  expect(await tmux.until("code ")).toMatch(/before\ncode 130\n[ ]?echo/);
});

test("without a terminal it is a table, once, and says what it would be", async () => {
  const { code, stdout, stderr } = await place.run(["attach"]);
  expect(code).toBe(0);
  expect(stdout).toContain("Greet people");
  expect(stderr).toContain("on a terminal this is a board");
});
