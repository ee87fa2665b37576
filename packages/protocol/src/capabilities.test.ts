import { expect, test } from "vitest";
import { BackendCapabilities } from "./capabilities.ts";
import { scriptedCapabilities } from "./testing/scripted/options.ts";

test("a backend answers for each capability: none is assumed", () => {
  const names = Object.keys(BackendCapabilities.shape);
  expect(Object.keys(scriptedCapabilities)).toEqual(names);
  for (const name of names)
    expect(BackendCapabilities.safeParse({ ...scriptedCapabilities, [name]: undefined }).success).toBe(false);
});
