import type { SessionId } from "@nucleic/protocol";
import { defaultNotifySettings, type Notice, Notifier, notifySetting, openRuntime } from "@nucleic/runtime";
import { describe, expect, it, onTestFinished } from "vitest";
import { Presence } from "../src/presence.ts";
import { clientOf, newProject, recordsOf, scriptedHost, start, until } from "./support.ts";
import { testClock } from "./test-clock.ts";

/** A place where notices are shown, that tells a test of each. */
function screen() {
  const shown: Notice[] = [];
  const waiting: (() => void)[] = [];
  return {
    shown,
    sink: {
      name: "screen",
      async show(notice: Notice) {
        shown.push(notice);
        for (const wake of waiting.splice(0)) wake();
      },
    },
    async until(count: number) {
      while (shown.length < count) await new Promise<void>((resolve) => waiting.push(resolve));
      return shown;
    },
  };
}

const here = "0199-here" as SessionId;
const elsewhere = "0199-elsewhere" as SessionId;
const [terminal, window] = [{}, {}];

async function setting() {
  const clock = testClock();
  const { shown, sink } = screen();
  const notifier = new Notifier({ clock, sinks: [sink], settings: async () => defaultNotifySettings });
  const presence = new Presence(notifier, clock);
  onTestFinished(() => notifier[Symbol.asyncDispose]());
  let turns = 0;
  /** Whether a person is told when a turn of that session ends. */
  const isTold = async (sessionId: SessionId) => {
    const before = shown.length;
    const about = { sessionId, projectId: "p" as never, title: "t" };
    const turn = { v: 1, sessionId, at: 1, turnId: `t${++turns}`, origin: "backend" };
    notifier.observe({ ...turn, kind: "turnStarted", input: { text: "", context: [] } } as never, about);
    notifier.observe({ ...turn, kind: "turnCompleted", outcome: "completed" } as never, about);
    await notifier.idle();
    return shown.length > before;
  };
  /** Whoever wakes up does so before it is over. */
  const pass = async (ms: number) => {
    clock.advance(ms);
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { pass, presence, isTold };
}

describe("a person is not notified of what they look at", () => {
  it("for 45 seconds after the last word of it", async () => {
    const { pass, presence, isTold } = await setting();
    expect(await isTold(here)).toBe(true);
    presence.say(terminal, "active", here);
    await pass(44_000);
    expect(await isTold(here)).toBe(false);
    expect(await isTold(elsewhere)).toBe(true);
    presence.say(terminal, "active", here);
    await pass(44_000);
    expect(await isTold(here)).toBe(false);
    await pass(1_000);
    expect(await isTold(here)).toBe(true);
  });

  it("until they look away, or their client is gone", async () => {
    const { presence, isTold } = await setting();
    presence.say(terminal, "active", here);
    presence.say(window, "active", here);
    presence.say(terminal, "away", undefined);
    expect(await isTold(here)).toBe(false);
    presence.gone(window);
    expect(await isTold(here)).toBe(true);
    presence.say(window, "idle", here);
    expect(await isTold(here)).toBe(true);
  });

  it("where they look at the list of all, of anything", async () => {
    const { presence, isTold } = await setting();
    presence.say(window, "active", undefined);
    expect(await isTold(here)).toBe(false);
    presence.say(window, "active", elsewhere);
    expect(await isTold(here)).toBe(true);
  });
});

it("a host tells of every session that nobody looks at, and of no project whose level is off", async () => {
  const { shown, sink, until: shownUntil } = screen();
  const say = { scenario: { name: "say", replies: [] } };
  const host = await scriptedHost(say, { notify: [sink] });
  const client = clientOf(host);
  const projectId = await newProject(client);
  const first = await start(client, projectId, "nobody looks");
  await until(recordsOf(client, first), "turnCompleted");
  expect(await shownUntil(1)).toMatchObject([{ sessionId: first, reason: "done", body: "nobody looks" }]);

  client.presence("active");
  const about = { sessionId: first };
  const records = recordsOf(client, first);
  await client.intent("prompt", { input: { text: "looked at", context: [] } }, about);
  await until(records, "turnCompleted");
  await until(records, "turnCompleted");
  client.presence("away");
  const settings = { ...defaultNotifySettings, projects: { [projectId]: "off" as const } };
  const beside = await openRuntime({ dataDir: host.dataDir, backends: [] });
  await beside.settings.set(notifySetting, settings);
  await beside.close();
  const quiet = await start(client, projectId, "off");
  await until(recordsOf(client, quiet), "turnCompleted");
  const other = await start(client, await newProject(client), "another project");
  await until(recordsOf(client, other), "turnCompleted");
  await shownUntil(2);
  expect(shown.map(({ sessionId }) => sessionId)).toEqual([first, other]);
});
