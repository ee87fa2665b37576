import { describe, expect, test } from "vitest";
import { agents, call, chunk, content, done, Played, permission, thought } from "../../test/played.ts";

const config = (model: string) => [
  { id: "model", category: "model", currentValue: model },
  { id: "effort", category: "thought_level", currentValue: "low" },
];
const user = (text: string) => ({ sessionUpdate: "user_message_chunk", content: { type: "text", text } });
const history = [
  user("Before."),
  thought("hm"),
  chunk("Of old."),
  call("old", { status: "completed", content: content("x") }),
  { sessionUpdate: "plan", entries: [{ content: "old", status: "completed" }] },
];

describe("what is said of the session", () => {
  test.each([
    [
      { models: { currentModelId: "m" }, modes: { currentModeId: "plan" } },
      { model: "m", mode: "plan" },
    ],
    [
      { configOptions: [...config("m"), { category: "mode", currentValue: "plan" }] },
      { model: "m", mode: "plan" },
    ],
    [{}, {}],
  ])("%j", (result, facts) => {
    const [started] = new Played().ready(result).all("sessionStarted");
    expect(started).toMatchObject({ backendSessionId: "native", cwd: "/repo", ...facts });
    if (!("model" in facts)) expect(started).not.toHaveProperty("model");
  });

  test.each([
    ["agentInfo", "any", { agentInfo: { name: "x", version: "1.2" } }, "1.2"],
    ["_meta, as Grok does", "grok", { _meta: { grokShell: true, agentVersion: "1.0.41" } }, "1.0.41"],
  ])("its version, from %s", (_, agent, result, version) => {
    const played = new Played(agents[agent])
      .asks("initialize", { result: { protocolVersion: 1, ...result } })
      .ready();
    expect(played.all("sessionStarted")).toMatchObject([{ backendVersion: version }]);
  });

  test("only once it is ready, and again where the model or mode changes, however often that is said", () => {
    const played = new Played(agents.grok).asks("session/new", { result: { sessionId: "native" } });
    played.feed({ kind: "changed", mode: "plan" });
    expect(played.events).toEqual([]);
    played.feed({ kind: "sessionReady", backendSessionId: "native" });
    played.updates({ sessionUpdate: "current_mode_update", currentModeId: "plan" });
    played.updates({ sessionUpdate: "config_option_update", configOptions: config("m2") });
    played.says({
      method: "_x.ai/session_notification",
      params: { sessionId: "native", update: { sessionUpdate: "model_changed", model_id: "m2" } },
    });
    played.feed({ kind: "changed", model: "m2" });
    expect(played.all("sessionStarted").map(({ model, mode, resumed }) => [model, mode, resumed])).toEqual([
      [undefined, "plan", undefined],
      ["m2", "plan", true],
    ]);
  });
});

describe("history", () => {
  const load = (agent: string, after: readonly object[] = []) => {
    const played = new Played(agents[agent], { resumed: true });
    played.asks("session/load", { result: {} }, () => played.updates(...history));
    played.feed({ kind: "sessionReady", backendSessionId: "native" });
    return played.updates(...(after as typeof history));
  };

  test.each(Object.keys(agents))("that %s repeats before its answer is not told", (agent) => {
    const played = load(agent);
    expect(played.kinds()).toEqual(["sessionStarted"]);
    expect(played.all("sessionStarted")).toMatchObject([{ resumed: true, backendSessionId: "native" }]);
  });

  test("that goes on after the answer is not told either (Gemini)", () => {
    expect(load("gemini", history).kinds()).toEqual(["sessionStarted"]);
  });

  test("ends with the first prompt", () => {
    const played = load("any");
    played.turn(done, () => played.updates(chunk("New.")));
    expect(played.all("turnCompleted")).toMatchObject([{ finalText: "New." }]);
    played.check();
  });

  test("that is marked is not told, whenever it comes (Grok)", () => {
    const played = new Played(agents.grok).ready();
    played.turn(done, () => {
      for (const update of history)
        played.says({
          method: "session/update",
          params: { sessionId: "native", update, _meta: { isReplay: true } },
        });
    });
    expect(played.kinds("thinking", "assistantText", "toolCallStarted", "planUpdated")).toEqual([]);
  });

  test("of a fork is not told either (opencode)", () => {
    const played = new Played(agents.opencode, { resumed: true });
    played.asks("session/fork", { result: { sessionId: "native" } }, () => played.updates(chunk("Old.")));
    played.feed({ kind: "sessionReady", backendSessionId: "native" });
    expect(played.kinds()).toEqual(["sessionStarted"]);
  });

  test("is none after session/resume: nothing is repeated", () => {
    const played = new Played(agents.grok, { resumed: true }).asks("session/resume", { result: {} });
    played.feed({ kind: "sessionReady", backendSessionId: "native" });
    expect(played.state.replaying).toBe(false);
    expect(played.all("sessionStarted")).toMatchObject([{ resumed: true }]);
  });
});

describe("another session of the same process", () => {
  const other = { method: "session/update", params: { sessionId: "other", update: chunk("Elsewhere.") } };

  test("its words are passed on as they are", () => {
    const played = new Played().ready();
    played.turn(done, () => played.says(other));
    expect(played.kinds("assistantText", "raw")).toEqual(["raw"]);
  });

  test("what it asks is asked: it waits all the same", () => {
    const played = new Played().ready();
    const asked = permission(1, { toolCallId: "sub" });
    played.turn(done, () => played.says({ ...asked, params: { ...asked.params, sessionId: "other" } }));
    expect(played.all("approvalRequested")).toMatchObject([
      { request: { agentId: "other", toolCallId: "sub" } },
    ]);
    played.check();
  });
});

test("slash commands are passed on when they change, not each time they are repeated", () => {
  const commands = (...names: string[]) => ({
    sessionUpdate: "available_commands_update",
    availableCommands: names.map((name) => ({ name })),
  });
  const played = new Played()
    .ready()
    .updates(commands("a"), commands("a"), commands("a", "b"), commands("a", "b"));
  expect(played.all("raw").length).toBe(2);
});
