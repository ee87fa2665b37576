#!/usr/bin/env node
// Stands in for GitHub's command line: keeps pull requests in a file and writes down how it was called.
import { appendFileSync, existsSync, readFileSync, writeFileSync } from "node:fs";

const { FAKE_GH_STATE: file = "", GH_PROMPT_DISABLED, GIT_DIR } = process.env;
const [, , noun = "", verb = "", ...flags] = process.argv;
const input = verb === "create" ? readFileSync(0, "utf8") : "";
appendFileSync(
  `${file}.calls`,
  `${JSON.stringify({ noun, verb, flags, input, GH_PROMPT_DISABLED, GIT_DIR })}\n`,
);
const open: { head: string; url: string }[] = existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : [];
const value = (name: string) =>
  flags.find((flag) => flag.startsWith(`--${name}=`))?.slice(name.length + 3) ?? "";
if (value("title") === "Fail") {
  process.stderr.write("HTTP 403: Resource not accessible\n");
  process.exitCode = 1;
} else if (verb === "list") {
  const found = open.filter(({ head }) => head === value("head")).map(({ url }) => ({ url }));
  process.stdout.write(JSON.stringify(found));
} else {
  const url = `https://github.example/pull/${open.length + 1}`;
  writeFileSync(file, JSON.stringify([...open, { head: value("head"), url }]));
  process.stdout.write(`Warning: 1 uncommitted change\n${url}\n`);
}
