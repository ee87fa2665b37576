import { chmod, mkdir, mkdtemp, realpath, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { systemClock } from "@nucleic/protocol";
import { afterEach, beforeEach, expect, test } from "vitest";
import { codexAcp } from "../agents/codex-acp.ts";
import { customAgent } from "../agents/custom.ts";
import { grok } from "../agents/grok.ts";
import { acpEnv } from "../session/environment.ts";
import { acpProber } from "./prober.ts";

let root: string;
const { PATH = "" } = process.env;

beforeEach(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), "nucleic-probe-")));
});
afterEach(() => rm(root, { recursive: true, force: true }));

async function write(path: string, text: string, mode = 0o644): Promise<string> {
  const full = join(root, path);
  await mkdir(dirname(full), { recursive: true });
  await writeFile(full, text);
  await chmod(full, mode);
  return full;
}

const proberOf = (agent: typeof grok, environment: Readonly<Record<string, string>>) =>
  acpProber(agent, {
    executable: undefined,
    environment,
    visible: () => acpEnv(agent, { from: environment }),
    clock: systemClock,
  });

test("a program is found by its name, and asked for its version where it has a flag for that", async () => {
  await write("bin/grok", "#!/bin/sh\necho 'grok 1.0.41 (abc)'\n", 0o755);
  const found = await proberOf(grok, { PATH: `${join(root, "bin")}:${PATH}`, HOME: root }).probe();
  expect(found).toEqual({
    installed: true,
    path: join(root, "bin/grok"),
    version: "1.0.41",
    versionStatus: "tested",
  });
});

test("the variable goes before the PATH, and a program that is not there is told of", async () => {
  const prober = proberOf(grok, { PATH, NUCLEIC_GROK: join(root, "nowhere") });
  expect(await prober.probe()).toEqual({
    installed: false,
    hint: `There is no program at ${join(root, "nowhere")}`,
  });
  await expect(prober.require()).rejects.toMatchObject({ code: "notInstalled" });
});

test("a launcher of npm's is passed over for the native program, whose manifest tells the version", async () => {
  const platform = `@zed-industries/codex-acp-${process.platform}-${process.arch}`;
  const launcher = await write(
    "node_modules/@zed-industries/codex-acp/bin/codex-acp.js",
    "#!/usr/bin/env node\n",
    0o755,
  );
  await write("node_modules/@zed-industries/codex-acp/package.json", '{"name":"@zed-industries/codex-acp"}');
  await write(`node_modules/${platform}/package.json`, JSON.stringify({ name: platform, version: "0.15.2" }));
  const native = await write(`node_modules/${platform}/bin/codex-acp`, "\x7fELF", 0o755);
  await mkdir(join(root, "bin"));
  await symlink(launcher, join(root, "bin/codex-acp"));
  const prober = proberOf(codexAcp, {
    PATH: `${join(root, "bin")}:${PATH}`,
    HOME: root,
    OPENAI_API_KEY: "key",
  });
  expect(await prober.probe()).toMatchObject({ path: native, version: "0.15.2", loggedIn: true });
  await expect(prober.require()).rejects.toMatchObject({ code: "tooOld" });
});

test("an agent nobody knows is taken as it is", async () => {
  const command = await write("my agent", "#!/bin/sh\n", 0o755);
  const agent = customAgent({ id: "my-agent", command });
  const found = await proberOf(agent, { PATH }).probe();
  expect(found).toEqual({ installed: true, path: command, versionStatus: "unknown" });
  expect(agent.quirks.start.executableEnv).toBe("NUCLEIC_MY_AGENT");
});
