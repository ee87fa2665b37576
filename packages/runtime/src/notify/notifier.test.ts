import type { AgentEvent, ApprovalId, ProjectId, SessionId } from "@nucleic/protocol";
import { eventFactory } from "@nucleic/protocol/testing";
import { describe, expect, onTestFinished, test } from "vitest";
import { type TestClock, testClock } from "../../test/test-clock.ts";
import type { Notice } from "./notice.ts";
import { Notifier } from "./notifier.ts";
import { defaultNotifySettings, type NotifySettings, notifySetting } from "./notify-settings.ts";
import { type NotificationSink, Outbox, sinkTimeoutMs } from "./outbox.ts";

const projectId = "project-1" as ProjectId;
const about = (id = "session-1") => ({ sessionId: id as SessionId, projectId, title: "A task" });

function ask(id: string, session = "session-1"): AgentEvent {
  const request = { id, tool: "Bash" } as Extract<AgentEvent, { kind: "approvalRequested" }>["request"];
  return eventFactory(session as SessionId)("approvalRequested", { request });
}

function decide(id: string): AgentEvent {
  const decision = { kind: "allow" as const };
  return eventFactory("session-1" as SessionId)("approvalResolved", {
    approvalId: id as ApprovalId,
    decision,
    decidedBy: { by: "person" },
  });
}

const done = () => eventFactory("session-1" as SessionId)("turnCompleted", { outcome: "completed" });

/** A sink that keeps what it is given. */
function recording() {
  const shown: string[] = [];
  const gone: string[] = [];
  const sink: NotificationSink = {
    name: "recording",
    show: async (notice) => void shown.push(notice.id.split(" ").slice(1).join(" ")),
    withdraw: async (id) => void gone.push(id.split(" ").slice(1).join(" ")),
  };
  return { sink, shown, gone };
}

function notifier(
  sinks: readonly NotificationSink[],
  settings: Partial<NotifySettings> = {},
  clock: TestClock = testClock(Date.parse("2026-01-10T23:00:00Z")),
) {
  const problems: string[] = [];
  const made = new Notifier({
    clock,
    sinks,
    settings: async () => ({ ...defaultNotifySettings, ...settings }),
    onProblem: (source) => problems.push(source),
  });
  onTestFinished(() => made[Symbol.asyncDispose]());
  return { notifier: made, problems, clock };
}

/** All that is to happen without the clock has happened. */
const settled = async (made: Notifier) => {
  for (let i = 0; i < 20; i++) await Promise.resolve();
  await made.idle();
};

describe("a notifier", () => {
  test("tells of each thing once, and takes it away when it is answered", async () => {
    const { sink, shown, gone } = recording();
    const { notifier: made } = notifier([sink]);
    for (const event of [ask("a"), ask("a"), ask("b")]) made.observe(event, about());
    await settled(made);
    expect(shown).toEqual(["approval a", "approval b"]);
    expect(made.open.map(({ reason }) => reason)).toEqual(["approval", "approval"]);
    made.observe(decide("a"), about());
    made.observe(ask("b"), about());
    await settled(made);
    expect([shown, gone]).toEqual([["approval a", "approval b"], ["approval a"]]);
  });

  test("never tells of what was answered before it could", async () => {
    const { sink, shown } = recording();
    const { notifier: made } = notifier([sink]);
    made.observe(ask("a"), about());
    made.observe(decide("a"), about());
    await settled(made);
    expect(shown).toEqual([]);
  });

  test.each<[string, Partial<NotifySettings>, string[]]>([
    ["everything", {}, ["approval a", "done turn"]],
    ["only what cannot go on", { level: "needed" }, ["approval a"]],
    ["nothing", { level: "off" }, []],
    ["by the project", { level: "off", projects: { [projectId]: "needed" } }, ["approval a"]],
    [
      "by the session before the project",
      { projects: { [projectId]: "off" }, sessions: { ["session-1" as SessionId]: "all" } },
      ["approval a", "done turn"],
    ],
  ])("at levels: %s", async (_name, settings, expected) => {
    const { sink, shown } = recording();
    const { notifier: made } = notifier([sink], settings);
    made.observe(ask("a"), about());
    made.observe(done(), about());
    await settled(made);
    expect(shown).toEqual(expected);
  });

  test("does not tell who looks at that very session", async () => {
    const { sink, shown } = recording();
    const { notifier: made } = notifier([sink]);
    const looks = [made.looking("session-1" as SessionId), made.looking("session-1" as SessionId)];
    made.observe(ask("a"), about());
    made.observe(ask("x", "session-2"), about("session-2"));
    looks[0]?.[Symbol.dispose]();
    looks[0]?.[Symbol.dispose]();
    made.observe(ask("b"), about());
    await settled(made);
    expect(shown).toEqual(["approval x"]);
    looks[1]?.[Symbol.dispose]();
    made.observe(ask("c"), about());
    await settled(made);
    expect(shown).toEqual(["approval x", "approval c"]);
  });

  test("is quiet at night, and tells in the morning of what is still open", async () => {
    const { sink, shown } = recording();
    const quietHours = { from: "22:00", to: "07:00", timeZone: "UTC" };
    const { notifier: made, clock } = notifier([sink], { quietHours });
    for (const event of [ask("a"), ask("b"), decide("a")]) made.observe(event, about());
    await settled(made);
    expect(shown).toEqual([]);
    while (clock.now() < Date.parse("2026-01-11T06:59:00Z")) {
      clock.advance(15 * 60_000);
      await settled(made);
      expect(clock.now() < Date.parse("2026-01-11T07:00:00Z") ? shown : []).toEqual([]);
    }
    expect(shown).toEqual(["approval b"]);
  });

  test("that cannot read its settings says so, and the session goes on", async () => {
    const { sink } = recording();
    const problems: string[] = [];
    await using made = new Notifier({
      clock: testClock(),
      sinks: [sink],
      settings: () => Promise.reject(new Error("locked")),
      onProblem: (source) => problems.push(source),
    });
    made.observe(ask("a"), about());
    await settled(made);
    expect(problems).toEqual(["notifications"]);
  });

  test("a sink that hangs, and one that throws, touch no other", async () => {
    const { sink, shown } = recording();
    const hanging: NotificationSink = { name: "hanging", show: () => new Promise(() => undefined) };
    const throwing: NotificationSink = {
      name: "throwing",
      show: () => {
        throw new Error("no");
      },
    };
    const { notifier: made, problems } = notifier([hanging, throwing, sink]);
    for (let i = 0; i < 100; i++) made.observe(ask(`${i}`), about());
    for (let i = 0; i < 50 && shown.length < 64; i++) await new Promise(setImmediate);
    expect(shown).toHaveLength(64);
    expect(shown.at(-1)).toBe("approval 99");
    // A hundred failures are told of once.
    expect(problems).toEqual(["throwing"]);
  });
});

describe("the way to a sink", () => {
  const notice = (id: string) => ({ id, title: id, body: "" }) as Notice;

  test("goes on after one that hangs, and holds no more than it says", async () => {
    const clock = testClock();
    const started: string[] = [];
    const problems: unknown[] = [];
    const outbox = new Outbox(
      {
        name: "hanging",
        show: ({ id }) => {
          started.push(id);
          return id === "0" ? new Promise(() => undefined) : Promise.resolve();
        },
      },
      { clock, onProblem: (_sink, error) => problems.push(error) },
    );
    outbox.show(notice("0"));
    for (let i = 0; i < 5; i++) await Promise.resolve();
    for (let i = 1; i <= 1_000; i++) outbox.show(notice(`${i}`));
    expect(outbox.heldCount).toBe(64);
    expect(started).toEqual(["0"]);
    clock.advance(sinkTimeoutMs);
    await outbox.idle();
    expect(started).toHaveLength(65);
    expect(problems).toMatchObject([{ message: "no answer within 10 s" }]);
    await outbox.close();
  });

  test("takes away what is being shown when it is answered", async () => {
    const gone: string[] = [];
    let finish: () => void = () => undefined;
    const outbox = new Outbox(
      {
        name: "slow",
        show: () => new Promise((resolve) => (finish = resolve)),
        withdraw: async (id) => void gone.push(id),
      },
      { clock: testClock(), onProblem: () => undefined },
    );
    outbox.show(notice("a"));
    for (let i = 0; i < 5; i++) await Promise.resolve();
    outbox.withdraw("a");
    finish();
    await outbox.idle();
    expect(gone).toEqual(["a"]);
    expect(outbox.heldCount).toBe(0);
  });
});

test.each<[string, unknown, boolean]>([
  ["what is set where nothing is", defaultNotifySettings, true],
  ["quiet hours", { ...defaultNotifySettings, quietHours: { from: "22:00", to: "07:00" } }, true],
  ["no such level", { ...defaultNotifySettings, level: "loud" }, false],
  ["no such level of a project", { ...defaultNotifySettings, projects: { p: "loud" } }, false],
  ["hours of no clock", { ...defaultNotifySettings, quietHours: { from: "25:00", to: "07:00" } }, false],
  ["nothing", null, false],
])("settings: %s", (_name, value, fits) => {
  expect(notifySetting.schema.safeParse(value).success).toBe(fits);
});
