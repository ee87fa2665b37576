import { expect, test } from "vitest";
import { TurnSettings } from "./turn-settings.ts";

const started = { model: "first", reasoningEffort: "high" };

function collaboration(mode: string, model: string) {
  const settings = { model, reasoning_effort: "high", developer_instructions: null };
  return { collaborationMode: { mode, settings } };
}

test("says nothing of what nobody has changed", () => {
  const settings = new TurnSettings("default");
  settings.threadStarted(started);
  expect(settings.params()).toEqual({});
});

test("names the model once it was changed", () => {
  const settings = new TurnSettings("default");
  settings.threadStarted(started);
  settings.setModel("second");
  expect(settings.params()).toEqual({ model: "second" });
});

test("names the mode with its model, also when it is the default again", () => {
  const settings = new TurnSettings("plan");
  settings.threadStarted(started);
  expect(settings.params()).toEqual(collaboration("plan", "first"));
  settings.setModel("second");
  settings.setMode("default");
  expect(settings.params()).toEqual(collaboration("default", "second"));
});
