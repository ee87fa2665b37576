// Stands outside of the workspace, beside the tarballs: plays a person before examples/custom-frontend-inprocess, with the
// real Claude Code behind it and a scripted model behind that. Prints what each run of the frontend showed, as JSON.
import { knownClis, realCli, scriptedModel } from "@nucleic/lab";
import { decodeUtf8, localProcessHost } from "@nucleic/process";

const [example, cwd, dataDir] = process.argv.slice(2);
const write = (path) => [{ call: "Write", input: { path, content: "hello\n" } }];
// By what is asked and not by turns: an agent whose frontend was killed says a little more before it is ended too.
const plays = {
  "Write it": [write("denied.txt"), [{ say: "Then not." }]],
  "Write another": [write("hello.txt"), [{ say: "Nobody is there." }]],
  "Go on": [write("hello.txt"), [{ say: "Made it." }]],
  "Tell a story": [[{ say: "Once upon a time" }, { gate: "never" }]],
};
function reply({ kind, body }) {
  if (kind !== "main") return undefined;
  const said = JSON.stringify(body.messages);
  const [task] = Object.keys(plays).sort((a, b) => said.lastIndexOf(b) - said.lastIndexOf(a));
  return plays[task][JSON.stringify(body.messages.at(-1)).includes("tool_result") ? 1 : 0];
}
const { api, testedVersions } = knownClis.claude;
const cli = await realCli("claude", testedVersions.at(-1));
const model = await scriptedModel({ api, reply });
const extra = { NUCLEIC_CLAUDE: cli.path, NUCLEIC_HOME: dataDir };
const { env } = await cli.environment({ baseUrl: model.url, extra });

/** One run of the frontend to its end; `onCard` does what a person does when they are asked. */
async function frontend(args, onCard = () => undefined, onStart = () => undefined) {
  const runId = crypto.randomUUID();
  const child = localProcessHost().spawn({
    command: process.execPath,
    args: [example, ...args],
    cwd,
    env,
    runId,
  });
  onStart(child);
  const lines = [];
  for await (const { bytes } of child.lines) {
    lines.push(decodeUtf8(bytes));
    if (lines.at(-1).endsWith("[y/n]")) await onCard(child);
  }
  const { code, signal, stderrTail } = await child.exited;
  return { lines, end: code ?? signal, stderr: stderrTail };
}

const denied = await frontend(["--answer", "deny", "Write it"]);
const killed = await frontend(["Write another"], (child) => child.signal("SIGKILL"));
const listed = await frontend([]);
const id = listed.lines.find((line) => line.includes("Write another"))?.split(" ")[0] ?? "";
let cards = 0;
const resumed = await frontend(["--resume", id, "Go on"], async (child) => {
  // The card of the run that was killed is history: it is shown again, and there is nothing left to answer.
  if (++cards === 2) await child.writeLine("y");
});
const interrupted = await frontend(["Tell a story"], undefined, async (child) => {
  await model.gateReached("never");
  child.signal("SIGINT");
});
const after = await frontend([]);
console.log(JSON.stringify({ denied, killed, listed, resumed, interrupted, after }));
await model.close();
process.exit(0);
