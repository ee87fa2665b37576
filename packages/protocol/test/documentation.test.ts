import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { z } from "zod";
import { schemaFiles } from "../scripts/schema-files.ts";
import { DecidedBy, Decision } from "../src/approval.ts";
import { ErrorCode } from "../src/error-code.ts";
import { AgentEvent } from "../src/event.ts";
import { envelope } from "../src/events/envelope.ts";
import { mayDecide } from "../src/may-decide.ts";
import { ToolName } from "../src/tool.ts";

const page = readFileSync(new URL("../../../docs/protocol.md", import.meta.url), "utf8");
const checkStream = readFileSync(new URL("../src/check-stream.ts", import.meta.url), "utf8");

/** The rows of the table in the section of that name, each cell as the words in code type that it holds. */
function table(section: string, nth = 0): string[][][] {
  const [, text = ""] = page.split(`\n## ${section}\n`);
  const [body = ""] = text.split("\n## ");
  const tables = body.split("\n\n").filter((block) => block.startsWith("|"));
  return (tables[nth] ?? "")
    .trim()
    .split("\n")
    .slice(2)
    .map((row) =>
      row
        .split("|")
        .slice(1, -1)
        .map((cell) => [...cell.matchAll(/`([^`]+)`/g)].map(([, word = ""]) => word)),
    );
}

const fields = (shape: Readonly<Record<string, unknown>>) =>
  Object.entries(shape).map(([name, schema]) => (schema instanceof z.ZodOptional ? `${name}?` : name));

test("the envelope is described field by field", () => {
  expect(table("The envelope").map(([name]) => name?.[0])).toEqual([...fields(envelope), "kind"]);
});

test("every kind of event is described with its fields", () => {
  const payloads = AgentEvent.options.map(({ shape }) => {
    const payload = Object.entries(shape).filter(([name]) => name !== "kind" && !(name in envelope));
    return [[shape.kind.value], fields(Object.fromEntries(payload))];
  });
  expect(table("The events").map(([kind, names]) => [kind, names])).toEqual(payloads);
});

test("every error code is described, in order", () => {
  expect(table("Errors").map(([code]) => code?.[0])).toEqual(ErrorCode.options);
});

test("every rule of checkStream is described", () => {
  const [, union = ""] = checkStream.split("export type StreamRule =");
  const rules = [...(union.split(";")[0] ?? "").matchAll(/"(\w+)"/g)].map(([, rule]) => rule);
  expect(
    table("What always holds")
      .flatMap(([, broken]) => broken)
      .sort(),
  ).toEqual(rules.sort());
});

test("every decision is described, and who may make it", () => {
  const kinds = Decision.options.map(({ shape }) => shape.kind.value);
  expect(table("Decisions").map(([kind]) => kind?.[0])).toEqual(kinds);
  expect(table("Decisions", 1).map(([by]) => by?.[0])).toEqual(DecidedBy.shape.by.options);
  const says = new Map(
    [...page.matchAll(/^\| `(\w+)` .*\| +(yes|no) +\|$/gm)].map(([, by, may]) => [by, may === "yes"]),
  );
  for (const by of DecidedBy.shape.by.options)
    expect(says.get(by)).toBe(mayDecide({ kind: "allow" }, { by }));
});

test("every tool and every schema file is named", () => {
  for (const tool of ToolName.options) expect(page).toContain(`\`${tool}\``);
  for (const name of schemaFiles().keys()) expect(page).toContain(`\`@nucleic/protocol/schema/${name}\``);
});
