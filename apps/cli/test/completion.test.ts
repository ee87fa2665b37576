import { chmod, mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { findExecutable, runCommand } from "@nucleic/process";
import { Command, Option } from "commander";
import { afterAll, beforeAll, expect, test } from "vitest";
import { bashCompletion } from "../src/completion/bash.ts";
import { fishCompletion } from "../src/completion/fish.ts";
import { specOf } from "../src/completion/spec.ts";
import { zshCompletion } from "../src/completion/zsh.ts";
import { buildProgram, descendants } from "../src/program.ts";
import { entry, Place } from "./cli.ts";

const program = buildProgram("0.0.0", () => undefined);
const spec = specOf(program);

let place: Place;
let script: string;
beforeAll(async () => {
  place = await Place.make();
  script = join(place.dir, "completion.bash");
  await writeFile(script, bashCompletion(spec));
  const bin = join(place.dir, "bin");
  await mkdir(bin);
  const command = [process.execPath, ...entry].map((word) => `'${word}'`).join(" ");
  await writeFile(join(bin, "nucleic"), `#!/bin/sh\nexec ${command} "$@"\n`);
  await chmod(join(bin, "nucleic"), 0o700);
});
afterAll(() => place[Symbol.asyncDispose]());

/** What bash itself offers after each of these lines, by the function that `complete` has been told of. */
async function offered(lines: readonly string[]): Promise<string[][]> {
  const press = lines.map((line) => {
    const words = line.split(" ").map((word) => `'${word}'`);
    return `COMP_WORDS=(${words.join(" ")}); COMP_CWORD=${words.length - 1}; $by; echo "\${COMPREPLY[*]}"`;
  });
  const text = [
    `source '${script}'`,
    "by=$(complete -p nucleic | sed 's/.*-F \\([^ ]*\\).*/\\1/')",
    ...press,
  ].join("\n");
  const result = await runCommand("bash", ["--norc", "-c", text], {
    cwd: place.repository,
    env: { ...place.env, PATH: `${join(place.dir, "bin")}:${process.env.PATH ?? ""}` },
    timeoutMs: 60_000,
  });
  expect(result.stderr).toBe("");
  const rows = result.stdout.toString("utf8").trimEnd().split("\n");
  return rows.map((row) => row.split(" ").filter(Boolean));
}

test("bash offers commands, flags, and what may stand behind them", async () => {
  const [first, project, approve, flags, format, always, shells, after] = await offered([
    "nucleic re",
    "nucleic project ",
    "nucleic run --approve ",
    "nucleic export --fo",
    "nucleic export x --format ",
    "nucleic approve --always s",
    "nucleic completion ",
    "nucleic run --json --sandbox li",
  ]);
  expect(first?.toSorted()).toEqual(["repair", "resume"]);
  expect(project).toEqual(["ls", "add", "rm", "config", "trust"]);
  expect(approve).toEqual(["ask", "deny", "policy"]);
  expect(flags).toEqual(["--format", "--force"]);
  expect(format).toEqual(["md", "html", "json"]);
  expect(always).toEqual(["session"]);
  expect(shells).toEqual(["bash", "zsh", "fish", "sessions", "projects"]);
  expect(after).toEqual(["light"]);
});

test("ids of sessions are asked for, and no host is started for it", async () => {
  const id = "0198aaaa-0000-7000-8000-00001234abcd";
  await mkdir(join(place.home, "sessions", id), { recursive: true });
  expect(await offered(["nucleic show "])).toEqual([["1234abcd"]]);
  expect((await place.run(["completion", "projects"])).stdout).toBe("");
  expect((await runCommand("ls", ["-A", place.home], { cwd: "/", env: place.env })).stdout.toString()).toBe(
    "sessions\n",
  );
});

test.each([
  ["zsh", zshCompletion, ["-n"]],
  ["fish", fishCompletion, ["--no-execute"]],
] as const)(
  "%s has every command and flag, and the shell reads it where it is installed",
  async (shell, make, check) => {
    const text = make(spec);
    for (const command of descendants(program)) {
      expect(text).toContain(`'${command.name()}`);
      for (const { long } of command.options) expect(text).toContain(long?.replace(/^--/, ""));
    }
    const path = await findExecutable(shell, { PATH: process.env.PATH ?? "" });
    if (path === undefined) return;
    const file = join(place.dir, `completion.${shell}`);
    await writeFile(file, text);
    const result = await runCommand(path, [...check, file], { cwd: place.dir, env: place.env });
    expect({ ok: result.ok, stderr: result.stderr }).toEqual({ ok: true, stderr: "" });
  },
);

test("a small program in each of the two", () => {
  const small = new Command("nucleic");
  small
    .command("show")
    .description("it's shown")
    .argument("<id>", "the session")
    .addOption(new Option("--as <kind>").choices(["a", "b"]));
  const commands = specOf(small).slice(1);
  expect(zshCompletion(commands).split("\n").slice(11, 21).join("\n")).toMatchSnapshot("zsh");
  expect(fishCompletion(commands).split("\n").slice(11).join("\n")).toMatchSnapshot("fish");
});
