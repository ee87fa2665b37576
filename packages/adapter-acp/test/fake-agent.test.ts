import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { findRun } from "@nucleic/process";
import { type AgentHooks, type SessionSpec, systemClock } from "@nucleic/protocol";
import { describe, expect, test } from "vitest";
import { cwd, fake, refusal, spec, turn } from "./fake-agent.ts";
import { allowAll, faultsOf, Recording, say } from "./lab.ts";

describe("an agent's own requests", () => {
  test("may have ids that are strings", async () => {
    const { said } = await turn("stringIds");
    expect(said).toBe('answered {"outcome":"selected","optionId":"yes"}');
  });

  test("are refused with a number where they ask for what is not known, and shown", async () => {
    const { said, events } = await turn("unknownRequest");
    expect(said).toBe("refused with -32601");
    expect(events.of("raw").map(({ native }) => native)).toContainEqual(
      expect.objectContaining({ method: "weather/report" }),
    );
  });

  test("are refused where they lack what makes them one", async () => {
    const { said } = await turn("malformedAsk");
    expect(said).toMatch(/^refused with -\d+$/);
  });

  test("that come while the turn is being ended are cancelled, and nobody is asked", async () => {
    const { hooks, asked } = allowAll();
    await using run = await fake({ env: { ASKS_LATE: "1" } }).start(spec(), hooks);
    const events = new Recording(run);
    await run.send(say("lateAsk"));
    await events.next("assistantText");
    await run.interrupt();
    expect(await events.next("turnCompleted")).toMatchObject({ outcome: "interrupted" });
    expect(events.of("approvalResolved").map(({ decidedBy }) => decidedBy.by)).toEqual(["withdrawn"]);
    expect(events.of("assistantText").at(-1)?.text).toContain('late: {"outcome":"cancelled"}');
    expect(asked.length).toBeLessThanOrEqual(1);
  });
});

describe("what an agent writes", () => {
  test("may hold lines that are no messages; they are told of, and the turn goes on", async () => {
    const { said, events } = await turn("badLines");
    expect(said).toBe("and on");
    expect(events.of("error").map(({ code }) => code)).toEqual(Array(3).fill("protocolViolation"));
  });

  test("may be a line of megabytes", async () => {
    const { said } = await turn("hugeLine", { env: { HUGE_BYTES: String(4 * 1024 * 1024) } });
    expect(said.length).toBe(4 * 1024 * 1024 + "and on".length);
  });

  test("may be too long to keep: it is told of, and the turn goes on", async () => {
    const { said, events } = await turn("hugeLine", { env: { HUGE_BYTES: String(65 * 1024 * 1024) } });
    expect(said).toBe("and on");
    expect(events.of("error").map(({ code }) => code)).toEqual(["lineTooLong"]);
  });

  test("may answer what nobody asked, and talk on after its turn", async () => {
    const { said, events } = await turn("answerTwice");
    expect(said).toContain("twice");
    expect(events.of("turnCompleted")).toHaveLength(1);
  });
});

describe("an agent that", () => {
  test("dies with a question open leaves nothing open", async () => {
    const asked = Promise.withResolvers<void>();
    const hooks: AgentHooks = {
      requestApproval: (_request, signal) =>
        new Promise((_resolve, reject) => {
          asked.resolve();
          signal.addEventListener("abort", () => reject(signal.reason), { once: true });
        }),
    };
    const { events } = await turn("crash", {}, hooks);
    await asked.promise;
    expect(events.of("approvalResolved")).toMatchObject([{ decidedBy: { by: "abandoned" } }]);
    expect(events.of("turnCompleted")).toMatchObject([{ outcome: "failed", error: { code: "crashed" } }]);
    expect(events.all.at(-1)).toMatchObject({ kind: "runFinished", outcome: "failed", exitCode: 3 });
  });

  test("does not leave at the end of its input is made to", async () => {
    const runId = crypto.randomUUID();
    const run = await fake({ mode: "stays" }).start(spec({ runId }), {});
    const events = new Recording(run);
    await run.close();
    expect((await events.done).at(-1)).toMatchObject({ kind: "runFinished", outcome: "completed" });
    expect(await findRun(runId)).toEqual([]);
  });

  test("never ends its turn is ended itself", async () => {
    let hurried = false;
    const clock = {
      ...systemClock,
      sleep: (ms: number, signal?: AbortSignal) => systemClock.sleep(hurried ? 50 : ms, signal),
    };
    const run = await fake({ env: { DEAF: "1" }, clock }).start(spec(), {});
    const events = new Recording(run);
    await run.send(say("neverEnds"));
    await events.next("assistantText");
    hurried = true;
    await run.interrupt();
    const all = await events.done;
    expect(events.of("turnCompleted")).toMatchObject([{ outcome: "interrupted" }]);
    expect(all.at(-1)).toMatchObject({ kind: "runFinished" });
    expect(faultsOf(all)).toEqual([]);
  });

  test.each([
    ["wants a login", "login", "notLoggedIn"],
    ["speaks another version of the protocol", "version2", "unsupported"],
    ["exits before there is a session", "exits", "exitedEarly"],
  ])("%s is not started", async (_name, mode, code) => {
    const runId = crypto.randomUUID();
    expect(await refusal(fake({ mode }).start(spec({ runId }), {}))).toMatchObject({ code });
    expect(await findRun(runId)).toEqual([]);
  });

  test("never answers is given up when the start is", async () => {
    const controller = new AbortController();
    const reason = new Error("never mind");
    const started = fake({ mode: "silent" }).start(spec(), {}, controller.signal);
    controller.abort(reason);
    await expect(started).rejects.toBe(reason);
  });
});

describe("what an agent has not offered", () => {
  test("is refused by name", async () => {
    const backend = fake();
    await using run = await backend.start(spec(), {});
    const picture = { kind: "image", mediaType: "image/png", data: "" } as const;
    await expect(run.send({ text: "look", context: [picture] })).rejects.toMatchObject({
      code: "unsupported",
    });
    await expect(run.setMode?.("plan")).rejects.toMatchObject({ code: "unsupported" });
    await expect(run.setModel?.("other")).rejects.toMatchObject({ code: "unsupported" });
    await expect(run.steer(say("more"))).rejects.toMatchObject({ code: "unsupported" });
  });

  test.each([
    ["a further folder", { addDirs: ["/tmp"] }],
    ["an addition to its system prompt", { systemPromptAppend: "Be brief." }],
    [
      "an MCP server over HTTP",
      { mcpServers: { far: { transport: "http", url: "http://127.0.0.1:1/", headers: {} } } },
    ],
  ] satisfies [string, Partial<SessionSpec>][])("is not begun with: %s", async (_name, more) => {
    expect(await refusal(fake().start(spec(more), {}))).toMatchObject({ code: "unsupported" });
  });

  test("is not taken up", async () => {
    const earlier = { ...spec(), backendSessionId: "fake-session", fork: false };
    expect(await refusal(fake().resume(earlier, {}))).toMatchObject({ code: "unsupported" });
  });
});

describe("a project that nobody has trusted", () => {
  test("is refused where it has files that the agent acts on", async () => {
    await writeFile(join(cwd, "fake.json"), '{"run": "me"}');
    const backend = fake({ projectFiles: ["fake.json"] });
    expect(await refusal(backend.start(spec(), {}))).toMatchObject({ code: "notTrusted" });
    expect((await backend.inspectProject?.(cwd))?.items).toMatchObject([
      { file: "fake.json", text: '{"run": "me"}' },
    ]);
    await using run = await backend.start(spec({ trusted: true }), {});
    await run.close();
  });

  test("is worked on where it has none", async () => {
    await using run = await fake({ projectFiles: ["fake.json"] }).start(spec(), {});
    await run.close();
  });
});
