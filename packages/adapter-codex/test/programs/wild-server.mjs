#!/usr/bin/env node
// An app-server that says what a real one never does. Its script is the text of the first turn: lines to write as they are,
// with THREAD and TURN filled in, or one of the words below. What it is sent stands in $RECEIVED.
import { appendFileSync } from "node:fs";
import { createInterface } from "node:readline";

const [command] = process.argv.slice(2);
if (command === "--version") {
  console.log("codex-cli 0.171.0");
  process.exit(0);
}
if (process.env.FAIL_AT_START) {
  console.error("there is no such thing");
  process.exit(3);
}

const ids = { THREAD: "thread-1", TURN: "turn-1" };
const write = (line) => process.stdout.write(`${line}\n`);
const send = (message) => write(JSON.stringify(message));
const turn = (status) => ({ threadId: ids.THREAD, turn: { id: ids.TURN, status, items: [] } });
const done = (status) => send({ method: "turn/completed", params: turn(status) });

const words = {
  done: () => done("completed"),
  die: () => process.kill(process.pid, "SIGKILL"),
  stubborn() {
    process.on("SIGINT", () => undefined);
    process.on("SIGTERM", () => undefined);
    setInterval(() => undefined, 1_000);
  },
};

const requests = {
  initialize: () => ({ userAgent: "wild" }),
  "thread/start": () => ({
    thread: { id: ids.THREAD, cliVersion: "0.171.0" },
    model: "m",
    cwd: process.cwd(),
  }),
  "turn/start": () => ({ turn: { id: ids.TURN, status: "inProgress", items: [] } }),
};

createInterface({ input: process.stdin }).on("line", (line) => {
  appendFileSync(process.env.RECEIVED, `${line}\n`);
  const { id, method, params } = JSON.parse(line);
  if (method === undefined || id === undefined) return;
  send({ id, result: requests[method]?.() ?? {} });
  if (method === "turn/interrupt") done("interrupted");
  if (method !== "turn/start") return;
  send({ method: "turn/started", params: turn("inProgress") });
  for (const said of params.input.at(-1).text.split("\n"))
    if (words[said]) words[said]();
    else write(said.replaceAll(/THREAD|TURN/g, (name) => ids[name]));
});
