import { cp, mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { execa, type ResultPromise } from "execa";
import { addExample, type Consumer } from "./consumer.ts";
import { end, lineWith, newProject } from "./remote.ts";

/** What came of a session whose approvals a policy in another home folder answered. */
export interface Approved {
  /** What the approver printed. */
  readonly said: readonly string[];
  /** The decisions, as the transcript has them. */
  readonly resolved: readonly Record<string, unknown>[];
  readonly audit: readonly Record<string, unknown>[];
}

const policy = {
  version: 1,
  rules: [
    { effect: "allow", tool: "Write", path: "*.mjs" },
    { effect: "deny", tool: "Bash", why: "this machine runs nothing" },
  ],
};

/** The packed CLI is the host, and the example pairs with it and answers. */
export async function approveRemotely(packed: Consumer): Promise<Approved> {
  await using undo = new AsyncDisposableStack();
  const start = (args: readonly string[], home: string, cwd = packed.dir) => {
    const env = { ...process.env, HOME: home, NUCLEIC_HOME: join(home, "data") };
    const child = execa(process.execPath, args, { cwd, env, extendEnv: false, reject: false });
    undo.defer(() => end(child, "SIGTERM"));
    return child;
  };
  const cli = join(packed.dir, "node_modules/@nucleic/cli/dist/cli.js");
  const [here, there] = [join(packed.dir, "host home"), join(packed.dir, "approver home")];
  await Promise.all([mkdir(here), mkdir(there)]);
  const project = await newProject(packed.dir, "approved project");
  const nucleic = (...args: string[]) => start([cli, ...args], here, project);
  await nucleic("project", "add", project);
  await lineWith(nucleic("serve", "--devices", "0"), /^(devices) at/, "stdout");

  const example = await addExample(packed, "remote-approver");
  const policyFile = join(there, "policy.json");
  await writeFile(policyFile, JSON.stringify(policy));
  const pairing = nucleic("pair", "--scope", "approve");
  const approver = start(
    [join(example, "index.ts"), policyFile, await lineWith(pairing, /^(nucleic:\S+)/, "stdout")],
    there,
  );
  const said: string[] = [];
  await heard(approver, said, /^Type (\d{6}) at the host/, (digits) => pairing.stdin?.end(`${digits}\n`));
  await pairing;

  const script = join(packed.dir, "drive-approved.mjs");
  await cp(join(import.meta.dirname, "drive-approved.mjs"), script);
  const { stdout, stderr } = await start([script], here);
  if (stderr !== "") throw new Error(stderr);
  const { sessionId, resolved } = JSON.parse(stdout) as Pick<Approved, "resolved"> & { sessionId: string };
  const { stdout: audit } = await nucleic("audit", sessionId, "--json");
  return { said, resolved, audit: audit.split("\n").map((line) => JSON.parse(line)) };
}

/** Keeps every line, and resolves at "connected"; the first that is like `what` is answered. */
async function heard(child: ResultPromise, all: string[], what: RegExp, answer: (found: string) => void) {
  if (!child.stdout) throw new TypeError("there is no stdout");
  const connected = Promise.withResolvers<void>();
  createInterface({ input: child.stdout }).on("line", (line) => {
    all.push(line);
    const [, found] = what.exec(line) ?? [];
    if (found !== undefined) answer(found);
    if (line === "connected") connected.resolve();
  });
  void child.then(({ stderr }) => connected.reject(new Error(`it ended: ${String(stderr)}`)));
  await connected.promise;
}
