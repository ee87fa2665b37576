import { mkdtemp, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { isAlive, processIdentity } from "./process-identity.ts";
import { runCommand } from "./run-command.ts";
import { startDetached } from "./start-detached.ts";

async function temporaryDirectory(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), "nucleic-detached-"));
  onTestFinished(() => rm(directory, { recursive: true, force: true }));
  return directory;
}

const env = { PATH: process.env.PATH ?? "" };
const source = new URL("./start-detached.ts", import.meta.url).pathname;

test("what is started lives on when its starter has ended, and writes to its own file", async () => {
  const cwd = await temporaryDirectory();
  const outputPath = join(cwd, "out put.log");
  const options = {
    command: "sh",
    args: ["-c", "echo up; echo wrong >&2; exec sleep 600"],
    cwd,
    env,
    outputPath,
  };
  const program = `import { startDetached } from ${JSON.stringify(source)};
    console.log(await startDetached(${JSON.stringify(options)}));`;
  const starter = await runCommand(process.execPath, ["--input-type=module", "-e", program], { cwd, env });
  expect(starter.stderr).toBe("");
  expect(starter.ok).toBe(true);
  const pid = Number(starter.stdout.toString());
  const identity = await processIdentity(pid);
  if (identity === undefined) throw new Error("it did not outlive its starter");
  onTestFinished(() => void process.kill(pid, "SIGKILL"));
  expect(await isAlive(identity)).toBe(true);
  const lines = async () => (await readFile(outputPath, "utf8")).split("\n").sort();
  await expect.poll(lines).toEqual(["", "up", "wrong"]);
  expect((await stat(outputPath)).mode & 0o777).toBe(0o600);
});

test("a program that is not there is an error with a code", async () => {
  const cwd = await temporaryDirectory();
  const outputPath = join(cwd, "out");
  const started = startDetached({ command: join(cwd, "nowhere"), args: [], cwd, env, outputPath });
  await expect(started).rejects.toMatchObject({ code: "spawnFailed" });
});
