import { expect, test } from "vitest";
import { parse } from "./program.ts";

async function parsed(args: string[]) {
  let out = "";
  let err = "";
  const result = await parse(args, "1.2.3", {
    writeOut: (text) => {
      out += text;
    },
    writeErr: (text) => {
      err += text;
    },
  });
  return { result, out, err };
}

test.each<[string, string[], string]>([
  ["no command", [], "Usage: nucleic"],
  ["a command that is not there", ["shwo"], "Did you mean show?"],
  ["a command below one that is not there", ["project", "trsut"], "Did you mean trust?"],
  ["a flag that is not there", ["ls", "--jsno"], "Did you mean --json?"],
  ["an argument too few", ["show"], "missing required argument 'id'"],
  ["an argument too many", ["ls", "x"], "too many arguments"],
  [
    "a value that is none of the choices",
    ["run", "x", "--approve", "yolo"],
    "Allowed choices are ask, deny, policy",
  ],
  ["a flag that has to be there", ["decode"], "required option '--backend <id>' not specified"],
])("%s is said on stderr", async (_what, args, words) => {
  const { result, out, err } = await parsed(args);
  expect(err).toContain(words);
  expect(out).toBe("");
  expect(result).toEqual({ printed: "stderr" });
});

test.each([
  ["--help", "Exit codes:"],
  ["--version", "1.2.3"],
])("%s is no error", async (flag, words) => {
  const { result, out } = await parsed([flag]);
  expect(out).toContain(words);
  expect(result).toEqual({ printed: "stdout" });
});

test("a whole command line is a command, and nothing is printed", async () => {
  const { result, out, err } = await parsed(["run", "do it", "--approve", "policy", "--json"]);
  expect(result).toMatchObject({ command: expect.any(Function), name: "run", flags: { json: true } });
  expect(result).not.toHaveProperty("remote");
  expect(out + err).toBe("");
});
