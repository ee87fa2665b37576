import { describe, expect, test } from "vitest";
import { readOffers, readSessionOffers } from "./offers.ts";

describe("what an agent offers", () => {
  test("is nothing where it says nothing", () => {
    expect(readOffers({ protocolVersion: 1 })).toEqual({
      protocolVersion: 1,
      load: false,
      resume: false,
      fork: false,
      additionalDirectories: false,
      images: false,
      httpServers: false,
      authMethods: [],
    });
  });

  test("is named by an object, however empty, or by true", () => {
    const offers = readOffers({
      protocolVersion: 1,
      authMethods: [{ id: "key" }, { name: "no id" }],
      agentCapabilities: {
        loadSession: true,
        promptCapabilities: { image: true },
        mcpCapabilities: { http: false },
        sessionCapabilities: { resume: {}, fork: {} },
      },
    });
    expect(offers).toMatchObject({ load: true, resume: true, fork: true, images: true, httpServers: false });
    expect(offers.authMethods).toEqual(["key"]);
  });
});

describe("the modes and models of a session", () => {
  test("are chosen by methods of their own where it has lists of them", () => {
    const { mode, model } = readSessionOffers({
      modes: { currentModeId: "default", availableModes: [{ id: "default" }, { id: "plan" }] },
      models: { currentModelId: "a", availableModels: [{ modelId: "a" }, { modelId: "b" }] },
    });
    expect(mode).toEqual({
      current: "default",
      values: ["default", "plan"],
      by: { method: "session/set_mode" },
    });
    expect(model).toEqual({ current: "a", values: ["a", "b"], by: { method: "session/set_model" } });
  });

  test("else as options of the session, in groups or not", () => {
    const { mode, model } = readSessionOffers({
      configOptions: [
        {
          id: "m",
          category: "model",
          currentValue: "a",
          options: [{ name: "g", options: [{ value: "a" }] }],
        },
        {
          id: "x",
          category: "mode",
          currentValue: "build",
          options: [{ value: "build" }, { value: "plan" }],
        },
      ],
    });
    expect(model).toEqual({ current: "a", values: ["a"], by: { configId: "m" } });
    expect(mode).toEqual({ current: "build", values: ["build", "plan"], by: { configId: "x" } });
  });

  test("are no choice where it offers none", () => {
    expect(readSessionOffers({ configOptions: "none" })).toEqual({ mode: undefined, model: undefined });
  });
});
