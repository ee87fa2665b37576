import { readdir, readFile, writeFile } from "node:fs/promises";
import { request } from "node:http";
import { join } from "node:path";
import { HostClient, webSocketTo } from "@nucleic/sync/client";
import { expect, it, onTestFinished } from "vitest";
import { findHost } from "../src/index.ts";
import { runProgram } from "./child.ts";
import { gitEnv, newProject, temporaryDirectory } from "./support.ts";

const canary = (name: string) => `canary-${name}-4f6e1a9c0b7d`;

/** Each is planted somewhere, and may stand nowhere in a log. */
const planted = {
  env: canary("env"),
  runEnv: canary("run-env"),
  wrongToken: canary("wrong-token"),
  query: canary("query"),
  header: canary("header"),
  message: canary("message"),
  agent: canary("agent"),
  cause: canary("cause"),
  policy: canary("policy"),
};

function refused(port: string, path: string, headers: Record<string, string>): Promise<number> {
  return new Promise((resolve, reject) => {
    const asked = request({ host: "127.0.0.1", port, path, headers }, (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    });
    asked.on("error", reject).end();
  });
}

it("nothing secret gets into a log or onto the screen, wherever it comes from", async () => {
  const dataDir = await temporaryDirectory();
  const env = { ...gitEnv, SOME_API_KEY: planted.env };
  const policy = { version: 1, rules: [], [`api_key=${planted.policy}`]: true };
  await writeFile(join(dataDir, "policy.json"), JSON.stringify(policy), { mode: 0o600 });
  const program = runProgram("host", [dataDir], env);
  await program.line("serving");
  const found = await findHost(dataDir);
  if (found === undefined) throw new Error("it serves, and nobody finds it");
  const { port } = new URL(found.url);
  const wrong = { authorization: `Bearer ${planted.wrongToken}` };
  expect(await refused(port, `/ws?token=${planted.query}`, wrong)).toBe(401);
  expect(await refused(port, "/health", { ...wrong, "x-api-key": planted.header })).toBe(401);
  expect(await refused(port, `/${found.token}`, { authorization: `Bearer ${found.token}` })).toBe(404);

  const client = new HostClient({ name: planted.header, connect: webSocketTo(found), maxAttempts: 1 });
  onTestFinished(() => client.close());
  const projectId = await newProject(client);
  const input = { text: `the key is ${planted.message}, the password ${planted.env}`, context: [] };
  const runEnv = { DEPLOY_TOKEN: planted.runEnv };
  const approvals = { policy: true, otherwise: "deny" } as const;
  const run = { backend: "fails", input, env: runEnv, approvals };
  const { sessionId } = await client.intent("start", { projectId, ...run });
  await client.board(({ sessions: [one] }) => one?.status === "failed");
  const about = { sessionId };
  await expect(client.intent("integrate", { target: planted.message }, about)).rejects.toBeInstanceOf(Error);
  await expect(client.intent("addProject", { path: `/${planted.message}` })).rejects.toBeInstanceOf(Error);
  await program.line("problem ");
  program.child.signal("SIGTERM");
  await program.line("going down");
  await program.child.exited;

  const logs = join(dataDir, "logs");
  const texts = await Promise.all((await readdir(logs)).map((name) => readFile(join(logs, name), "utf8")));
  const seen = [...texts, ...program.written].join("\n");
  for (const event of ["refused", "problem", "intentFailed", "closed"])
    expect(seen).toContain(`"event":"${event}"`);
  for (const secret of [...Object.values(planted), found.token]) expect(seen).not.toContain(secret);
});
