import { expect, test } from "vitest";
import { codexBackend } from "../src/session/backend.ts";
import { bench } from "./lab.ts";
import "./patience.ts";

test("Codex tells the models it offers, one of them the default, and asks no model for it", async () => {
  await using lab = await bench();
  const models = (await lab.backend.listModels?.()) ?? [];
  expect(models).toContainEqual(expect.objectContaining({ id: "gpt-5.5", displayName: expect.any(String) }));
  expect(models.filter(({ isDefault }) => isDefault)).toHaveLength(1);
  expect(lab.model.requests.main).toEqual([]);
});

test("where there is no Codex, that is what is said", async () => {
  const backend = codexBackend({ executable: "/nowhere/codex", environment: {} });
  await expect(backend.listModels?.()).rejects.toMatchObject({ code: "notInstalled" });
});
