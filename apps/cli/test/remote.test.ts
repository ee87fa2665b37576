import { mkdtemp, rm, stat, writeFile } from "node:fs/promises";
import { type AddressInfo, connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { checkStream } from "@nucleic/protocol";
import { newRelayToken } from "@nucleic/sync/transports";
import { expect, test } from "vitest";
import { openConfig, startNats } from "../../../packages/sync/test/transports/nats-server.ts";
import { AgentBench } from "./agent-bench.ts";
import { entry, type Place } from "./cli.ts";
import { Pty } from "./pty.ts";

// A host and a second machine, which is another data directory: all that they share is the way between them. The agent is
// the real one, the model behind it is scripted, the broker is the real nats-server.

const canary = { prompt: "canary-prompt-5d1f", path: "canary-path-77ab.txt", content: "canary-content-c3e9" };

/** A way to a server that keeps every byte that goes over it, in either direction. */
async function recordingProxy(to: string) {
  const { hostname, port } = new URL(to);
  const chunks: Buffer[] = [];
  const server = createServer((near) => {
    const far = connect(Number(port), hostname);
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      one.on("data", (chunk: Buffer) => void chunks.push(chunk));
      one.pipe(other);
      one.on("error", () => other.destroy());
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `nats://127.0.0.1:${(server.address() as AddressInfo).port}`,
    text: () => Buffer.concat(chunks).toString("latin1"),
    [Symbol.dispose]: () => void server.close(),
  };
}

/** Another machine: a data directory of its own, and none of the host's. */
class Machine implements AsyncDisposable {
  readonly #place: Place;
  readonly home: string;

  constructor(place: Place, home: string) {
    this.#place = place;
    this.home = home;
  }

  get env() {
    return { ...this.#place.env, NUCLEIC_HOME: this.home };
  }

  run(...args: string[]) {
    return this.#place.run(args, { env: this.env, cwd: this.home });
  }

  terminal(...args: string[]): Pty {
    return new Pty([process.execPath, ...entry, ...args], { cwd: this.home, env: this.env });
  }

  async [Symbol.asyncDispose]() {
    await rm(this.home, { recursive: true, force: true });
  }
}

/** Reads the link off one terminal and the digits off the other, as two people would. */
async function pair(bench: AgentBench, machine: Machine, ...flags: string[]): Promise<void> {
  await using host = bench.terminal("pair", ...flags);
  await host.until("Good for one device");
  const [link = ""] = /nucleic:\/\/pair#[\w-]+/.exec(host.text) ?? [];
  await using device = machine.terminal("pair", "--accept", link, "--name", "workshop");
  await device.until("Type these digits");
  const [digits = ""] = /\d{3} \d{3}/.exec(device.text) ?? [];
  await host.until("refuse it:");
  host.press(`${digits}\r`);
  await host.until("paired with");
  await device.until("nucleic --remote workshop asks");
  expect([await host.exit(), await device.exit()]).toEqual([0, 0]);
}

/** What waits for a person, as the other machine sees it, once something does. */
async function asked(machine: Machine): Promise<string> {
  for (;;) {
    const [first] = (await machine.run("--remote", "workshop", "asks", "--json")).json;
    if (first) return String(first.id);
  }
}

/** A device does what it was given and no more, and nothing once it is revoked. */
async function showRights(bench: AgentBench, machine: Machine): Promise<void> {
  const denied = await machine.run("--remote", "workshop", "stop", (await bench.session()).id);
  expect(denied).toMatchObject({ code: 1, stderr: expect.stringContaining("[scope]") });
  const [device] = (await bench.run("devices", "ls", "--json")).json;
  expect(device).toMatchObject({ state: "active", scopes: ["view", "approve"] });
  expect(await bench.run("devices", "revoke", String(device?.id))).toMatchObject({ code: 0 });
  expect(await machine.run("--remote", "workshop", "ls")).toMatchObject({ code: 1 });
  // What it had signed can still be checked.
  expect(await bench.run("audit")).toMatchObject({ code: 0 });
}

test.each(["direct", "relay"])("approved from another machine: %s", async (way) => {
  const write = [{ call: "Write" as const, input: { path: canary.path, content: canary.content } }];
  await using bench = await AgentBench.make("claude", "2.1.332", write, [{ say: "That is it." }]);
  await using machine = new Machine(bench.place, await mkdtemp(join(tmpdir(), "nucleic-machine-")));
  await using broker = way === "relay" ? await startNats(openConfig) : undefined;
  using proxy = broker && (await recordingProxy(broker.url));
  const relay = join(machine.home, "relay.json");
  if (proxy) await writeFile(relay, JSON.stringify({ servers: [proxy.url], mailbox: newRelayToken() }));

  await using host = bench.terminal("serve", ...(proxy ? ["--relay", relay] : ["--devices", "0"]));
  await host.until("serving at");
  await bench.run("project", "add");
  await pair(bench, machine, "--scope", "approve", ...(proxy ? ["--scope", "control"] : []));
  expect((await stat(join(machine.home, "keys", "remote.workshop.secret"))).mode & 0o777).toBe(0o600);

  // Over the broker the other machine begins it too; the repository and the agent are the host's all the same.
  const run = ["run", canary.prompt, "--backend", "claude"];
  if (proxy) {
    const elsewhere = await machine.run("--remote", "workshop", ...run, "--project", "elsewhere");
    expect(elsewhere).toMatchObject({ code: 2, stderr: expect.stringContaining("[unknownProject]") });
  }
  await using first = proxy ? machine.terminal("--remote", "workshop", ...run) : bench.terminal(...run);
  await first.until("y allow");
  const id = await asked(machine);
  if (proxy) first.press("y");
  else
    expect(await machine.run("--remote", "workshop", "approve", id)).toMatchObject({
      code: 0,
      stderr: "allowed\n",
    });
  await first.until("That is it.");
  expect(await first.exit()).toBe(0);

  const records = await bench.records();
  expect(checkStream(records).faults).toEqual([]);
  const [resolved] = records.filter(({ kind }) => kind === "approvalResolved");
  expect(resolved).toMatchObject({ decision: { kind: "allow" }, decidedBy: { by: "person" } });
  expect(resolved).toHaveProperty("signature");
  const audit = await bench.run("audit", "--json");
  expect(audit).toMatchObject({ code: 0 });
  expect(audit.json).toMatchObject([{ approvalId: id, proof: "signed" }]);

  if (proxy) {
    const seen = proxy.text();
    expect(seen).toContain("PUB nuc.");
    for (const text of Object.values(canary)) expect(seen).not.toContain(text);
  } else await showRights(bench, machine);
  host.press("\u0003");
  await host.exit();
});
