import { appendFile, mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { Place } from "./cli.ts";

vi.setConfig({ testTimeout: 90_000, hookTimeout: 90_000 });

let place: Place;
let id: string;
let transcript: string;

beforeAll(async () => {
  place = await Place.make();
  await place.run(["run", "Greet people", "--backend", "demo", "--approve", "policy"]);
  [id = ""] = await readdir(join(place.home, "sessions"));
  transcript = join(place.home, "sessions", id, "transcript.jsonl");
});
afterAll(() => place[Symbol.asyncDispose]());

test("verify says that a transcript is whole, by any part of its id, as a line or as JSON", async () => {
  const all = await place.run(["verify"]);
  expect(all).toMatchObject({ code: 0, stderr: "" });
  expect(all.stdout).toMatch(new RegExp(`^✓ ${id.slice(-8)} \\d+ records, 1 file\n$`));
  const one = await place.run(["verify", id.slice(-8), "--json"]);
  expect(one.json).toMatchObject([{ sessionId: id, ok: true, files: 1, damage: [], blobFaults: [] }]);
  const none = await place.run(["verify", "zzz"]);
  expect(none).toMatchObject({ code: 2, stdout: "" });
  expect(none.stderr).toContain("[noSuchSession]");
});

test("verify sees an unfinished end as it is, and leaves it there", async () => {
  await appendFile(transcript, '{"v":1,"se');
  const before = await readFile(transcript);
  const { code, stdout } = await place.run(["verify"]);
  expect([code, stdout]).toEqual([0, expect.stringContaining("10 bytes unfinished at the end")]);
  expect(await readFile(transcript)).toEqual(before);
});

test("verify names what is damaged; repair notes it, and then all is known", async () => {
  const lines = (await readFile(transcript, "utf8")).split("\n");
  lines[3] = lines[3]?.replace("kind", "king") ?? "";
  await writeFile(transcript, lines.join("\n"));
  const damaged = await place.run(["verify", id]);
  expect(damaged.code).toBe(1);
  expect(damaged.stdout).toMatch(
    /^✗ .*\n {2}the transcript is damaged at bytes \d+ to \d+, record 3 is missing\n/,
  );
  expect(damaged.stdout).toContain("nucleic repair");

  const repaired = await place.run(["repair", id]);
  expect(repaired.code).toBe(0);
  expect(repaired.stdout).toContain("noted in the transcript: the transcript is damaged");
  expect(repaired.stdout).toContain("moved 10 unfinished bytes to ");
  const after = await place.run(["verify", id]);
  expect(after.code).toBe(0);
  expect(after.stdout).toContain("1 damaged range, noted by a repair");
  const shown = await place.run(["show", id, "--json"]);
  expect(shown.json.at(-1)).toMatchObject({ kind: "error", code: "storageFailed" });
  const again = await place.run(["repair", id]);
  expect([again.code, again.stdout]).toEqual([0, expect.stringContaining("nothing to mend")]);
});

test("verify needs no database, and tells of a session without a transcript", async () => {
  await writeFile(join(place.home, "nucleic.db"), "not a database at all, but long enough to look like one");
  await mkdir(join(place.home, "sessions", "lonely"));
  const { code, stdout } = await place.run(["verify"]);
  expect(code).toBe(1);
  expect(stdout).toContain("✗ lonely there is no transcript");
});
