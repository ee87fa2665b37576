import { readdir, readFile } from "node:fs/promises";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, test } from "vitest";
import { schemaFiles } from "../scripts/schema-files.ts";
import { sampleEvents } from "../src/testing/sample-events.ts";

const folder = new URL("../schema/", import.meta.url);
const generated = schemaFiles();

test("the files are these", async () => {
  const names = [
    "agent-event",
    "agent-input",
    "approval-request",
    "client-message",
    "decision",
    "server-message",
    "session-spec",
  ];
  expect([...generated.keys()]).toEqual(names.map((name) => `${name}.json`));
  expect((await readdir(folder)).sort()).toEqual([...generated.keys()]);
});

test.each([...generated])("%s is what the code generates", async (name, text) => {
  const committed = await readFile(new URL(name, folder), "utf8");
  expect(committed, "run `pnpm --filter @nucleic/protocol run schema` and commit the result").toBe(text);
});

test.each([...generated])(
  "%s refers to nothing that it does not define, and closes no object",
  (_name, text) => {
    const { $defs } = JSON.parse(text);
    const references = [...text.matchAll(/"\$ref": "#\/\$defs\/(\w+)"/g)].map(([, name]) => name);
    expect(new Set(references)).toEqual(new Set(Object.keys($defs)));
    expect(text).not.toContain('"additionalProperties": false');
  },
);

// A validator that knows nothing of zod stands in for a program in another language.
describe("read by another program", () => {
  const validator = (name: string) =>
    new Ajv2020({ strict: true, validateFormats: false }).compile(JSON.parse(generated.get(name) ?? ""));
  const isEvent = validator("agent-event.json");

  test.each(sampleEvents().map((event) => [event.kind, event] as const))("%s is an event", (_kind, event) => {
    expect(isEvent(JSON.parse(JSON.stringify(event)))).toBe(true);
    expect(isEvent({ ...event, aFieldOfALaterVersion: 1 })).toBe(true);
    expect(isEvent({ ...event, origin: "cloud" })).toBe(false);
    expect(isEvent({ ...event, sessionId: undefined })).toBe(false);
  });

  test.each<[string, unknown, boolean]>([
    ["agent-input.json", { text: "Hello." }, true],
    ["agent-input.json", { text: "Hello.", context: [{ kind: "file" }] }, false],
    ["decision.json", { kind: "allow", updatedInput: { command: "ls" } }, true],
    ["decision.json", { kind: "allowAlways" }, false],
    ["session-spec.json", { sessionId: "s", cwd: "/repo" }, true],
    ["session-spec.json", { sessionId: "s", cwd: "" }, false],
    ["approval-request.json", { id: "a" }, false],
  ])("%s of %o: %s", (name, value, fits) => {
    expect(validator(name)(value)).toBe(fits);
  });
});
