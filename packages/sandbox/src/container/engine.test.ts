import { expect, test } from "vitest";
import { containerEngine } from "./engine.ts";

test("without the program it says so, how to mend it, and refuses to prepare", async () => {
  const engine = containerEngine({ image: "any", environment: { PATH: "/nowhere" } });
  const reason = { code: "programMissing", message: "podman is not installed", hint: "install podman" };
  expect(await engine.available()).toEqual({ available: false, reasons: [reason] });
  await expect(engine.prepare({ worktree: "/tmp" })).rejects.toMatchObject({
    code: "unavailable",
    hint: reason.hint,
  });
});
