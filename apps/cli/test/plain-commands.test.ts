import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { Place } from "./cli.ts";

// Commands that need neither a session nor an agent.

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

let place: Place;
beforeAll(async () => {
  place = await Place.make();
});
afterAll(() => place[Symbol.asyncDispose]());

describe("usage", () => {
  test("is exit code 2, words on stderr, nothing on stdout", async () => {
    const { code, stdout, stderr } = await place.run(["shwo"]);
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toContain("Did you mean show?");
  });

  test("help and version go to stdout and are no error", async () => {
    const help = await place.run(["run", "--help"]);
    expect(help).toMatchObject({ code: 0, stderr: "" });
    expect(help.stdout).toContain("130  interrupted");
    expect(await place.run(["--version"])).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^\d+\.\d+\.\d+\n$/),
    });
  });

  test("a relative data directory is refused with the way out", async () => {
    const { code, stderr } = await place.run(["ls"], { env: { NUCLEIC_HOME: "here" } });
    expect(code).toBe(2);
    expect(stderr).toContain("→ set NUCLEIC_HOME to an absolute path");
  });
});

describe("schema", () => {
  test("prints the JSON Schema of AgentEvent, and --list names the others", async () => {
    const event = JSON.parse((await place.run(["schema"])).stdout) as Record<string, unknown>;
    expect(JSON.stringify(event)).toContain('"const":"approvalRequested"');
    const names = (await place.run(["schema", "--list"])).stdout.trim().split("\n");
    expect(names).toEqual(["event", "input", "approval", "decision", "session-spec"]);
    const decision = JSON.parse((await place.run(["schema", "decision"])).stdout) as Record<string, unknown>;
    expect(decision).toHaveProperty("$schema");
  });
});

describe("decode", () => {
  const init = { type: "system", subtype: "init", session_id: "s", cwd: "/w", tools: [], model: "m" };
  const lines = (...messages: unknown[]) =>
    messages.map((message) => `${JSON.stringify(message)}\n`).join("");

  test("a stream that is not one ends with 1, and stderr says which line", async () => {
    const decoded = await place.run(["decode", "--backend", "claude"], { stdin: `${lines(init)}not json\n` });
    expect(decoded.code).toBe(1);
    expect(decoded.stderr).toContain("line 2:");
    expect(decoded.stderr).toContain("the stream is not sound");
  });

  test("a type that nobody models is named", async () => {
    const { code, stderr, json } = await place.run(["decode", "--backend", "claude"], {
      stdin: lines(init, { type: "hologram", session_id: "s" }),
    });
    expect(stderr).toContain("raw: hologram, 1 time");
    expect(json.map((event) => event.kind)).toContain("raw");
    expect(code).toBe(1);
  });

  test("nothing at all is a sound stream of nothing", async () => {
    expect(await place.run(["decode", "--backend", "claude"], { stdin: "" })).toMatchObject({ code: 0 });
  });
});
