import { access, readdir, readFile } from "node:fs/promises";
import { runCommand } from "@nucleic/process";
import { expect, test } from "vitest";
import { cleanEnvironment } from "./clean-environment.ts";
import { type KnownCli, knownClis } from "./known-clis.ts";
import { realCli } from "./real-cli.ts";

const network = { timeout: 180_000 };
const baseUrl = "http://127.0.0.1:9";

const versions = [
  ["claude", "2.1.197", "2.1.197 (Claude Code)\n"],
  ["claude", "2.1.332", "2.1.332 (Claude Code)\n"],
  ["codex", "0.171.0", "codex-cli 0.171.0\n"],
  ["grok", "1.0.41", "grok 1.0.41 (4220f3b224a6)\n"],
] as const;

test.for(versions)("%s %s is what it calls itself", network, async ([name, version, calls]) => {
  const cli = await realCli(name, version);
  await using place = await cli.environment({ baseUrl });
  const said = await runCommand(cli.path, ["--version"], { cwd: place.home, env: place.env });
  expect(said).toMatchObject({ stderr: "" });
  expect(said.stdout.toString("utf8")).toBe(calls);
  expect(cli.path).not.toMatch(/\.bin\/|\.js$/);
});

test("codex-acp is run without its wrapper", network, async () => {
  const { path } = await realCli("codex-acp", "0.16.0");
  expect(path).toMatch(/codex-acp-\w+-\w+\/bin\/codex-acp/);
});

test("the environment holds what the CLI needs and nothing of the caller's", async () => {
  await using place = await cleanEnvironment(knownClis.claude, {
    baseUrl,
    extra: { MORE: "1", TMPDIR: "/other" },
  });
  expect(place.env).toEqual({
    PATH: process.env.PATH,
    HOME: place.home,
    TMPDIR: "/other",
    ANTHROPIC_BASE_URL: baseUrl,
    ANTHROPIC_API_KEY: "lab-dummy-key",
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
    DISABLE_AUTOUPDATER: "1",
    MORE: "1",
  });
});

test("the home is new and goes away with the environment", async () => {
  const place = await cleanEnvironment(knownClis.claude, { baseUrl });
  const other = await cleanEnvironment(knownClis.claude, { baseUrl });
  expect(place.home).not.toBe(other.home);
  expect(await readdir(place.home)).toEqual(["tmp"]);
  await place[Symbol.asyncDispose]();
  await place[Symbol.asyncDispose]();
  await expect(access(place.home)).rejects.toMatchObject({ code: "ENOENT" });
  await access(other.home);
  await other[Symbol.asyncDispose]();
});

test("a CLI that is set up by a file finds it in its home", async () => {
  const known: KnownCli = {
    ...knownClis.claude,
    setup: (url, home) => ({
      env: { TOOL_HOME: `${home}/.tool` },
      files: { ".tool/config.toml": `base_url = "${url}"\n` },
    }),
  };
  await using place = await cleanEnvironment(known, { baseUrl });
  expect(await readFile(`${place.env.TOOL_HOME}/config.toml`, "utf8")).toBe(`base_url = "${baseUrl}"\n`);
});

test("a CLI that the lab does not know is a typed error", async () => {
  const name: string = "nobody";
  await expect(Reflect.apply(realCli, undefined, [name, "1.0.0"])).rejects.toMatchObject({
    code: "unknownCli",
  });
});
