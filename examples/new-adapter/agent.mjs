// Pocket, a coding agent in one file: JSON lines in, JSON lines out.
// In:  { do: "prompt", text } · { do: "answer", call, allow, reason? } · { do: "interrupt" }
// Out: { is: "ready", session } · { is: "text", text } · { is: "call", call, tool, input } · { is: "ask", call }
//      { is: "result", call, text, failed } · { is: "over", how: completed | interrupted | failed, status?, reason? }
import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join, relative, resolve, sep } from "node:path";
import { createInterface } from "node:readline";
import { parseArgs } from "node:util";

const { values } = parseArgs({ options: { resume: { type: "string" }, model: { type: "string" } } });
const { POCKET_URL = "http://127.0.0.1:8080", POCKET_KEY = "", POCKET_MODEL = "default" } = process.env;
const sessions = process.env.POCKET_SESSIONS ?? join(process.env.HOME ?? ".", ".pocket");
const session = values.resume ?? randomUUID();
const file = join(sessions, `${session}.json`);
const messages = values.resume === undefined ? [] : earlier();
const answers = new Map();
let turn;

const tell = (message) => process.stdout.write(`${JSON.stringify(message)}\n`);

createInterface({ input: process.stdin })
  .on("line", (line) => {
    const message = JSON.parse(line);
    if (message.do === "prompt") play(message.text);
    if (message.do === "answer") answers.get(message.call)?.(message);
    if (message.do === "interrupt") turn?.abort();
  })
  .on("close", () => process.exit(0));
tell({ is: "ready", session });

async function play(text) {
  turn = new AbortController();
  const { signal } = turn;
  let over = { how: "completed" };
  try {
    remember({ role: "user", content: text });
    for (let calls = await ask(signal); calls.length > 0; calls = await ask(signal))
      for (const call of calls)
        remember({ role: "tool", tool_call_id: call.id, content: await act(call, signal) });
  } catch (error) {
    over = { how: "failed", status: error.status, reason: error.message };
  }
  turn = undefined;
  tell({ is: "over", ...(signal.aborted ? { how: "interrupted" } : over) });
}

/** One request to the model: tells the text as it comes, and answers the calls. */
async function ask(signal) {
  signal.throwIfAborted();
  const body = { model: values.model ?? POCKET_MODEL, stream: true, messages, tools };
  const headers = { "content-type": "application/json", authorization: `Bearer ${POCKET_KEY}` };
  const url = `${POCKET_URL}/v1/chat/completions`;
  const response = await fetch(url, { method: "POST", headers, body: JSON.stringify(body), signal });
  if (!response.ok) throw Object.assign(new Error(await response.text()), { status: response.status });
  let content = "";
  const calls = [];
  try {
    for await (const { delta } of choices(response.body)) {
      if (delta.content) {
        content += delta.content;
        tell({ is: "text", text: delta.content });
      }
      for (const { index, id, function: part } of delta.tool_calls ?? []) {
        calls[index] ??= { id, type: "function", function: { name: part.name, arguments: "" } };
        calls[index].function.arguments += part.arguments ?? "";
      }
    }
  } catch (error) {
    if (content) remember({ role: "assistant", content });
    throw error;
  }
  remember({ role: "assistant", content, ...(calls.length > 0 && { tool_calls: calls }) });
  return calls;
}

async function* choices(stream) {
  let rest = "";
  for await (const text of stream.pipeThrough(new TextDecoderStream())) {
    const lines = (rest + text).split("\n");
    rest = lines.pop();
    for (const line of lines) {
      if (line.trim() === "data: [DONE]") return;
      if (line.startsWith("data: ")) yield* JSON.parse(line.slice(6)).choices;
    }
  }
  throw new Error("the reply ended in the middle");
}

/** Makes one call, once it is allowed. Never rejects: what goes wrong is for the model to know. */
async function act({ id, function: { name, arguments: json } }, signal) {
  let input = {};
  let failed = false;
  let text;
  try {
    input = JSON.parse(json);
  } catch {
    text = "The input is not JSON.";
  }
  tell({ is: "call", call: id, tool: name, input });
  try {
    if (text !== undefined) throw new Error(text);
    if (name !== "read_file") await allowed(id, signal);
    text = await perform(name, input, signal);
  } catch (error) {
    failed = true;
    text = signal.aborted ? "Interrupted." : error.message;
  }
  tell({ is: "result", call: id, text, failed });
  return text;
}

async function allowed(call, signal) {
  signal.throwIfAborted();
  const { promise, resolve, reject } = Promise.withResolvers();
  signal.addEventListener("abort", reject, { once: true });
  answers.set(call, resolve);
  tell({ is: "ask", call });
  const answer = await promise.finally(() => answers.delete(call));
  if (answer.allow !== true) throw new Error(answer.reason ?? "Denied.");
}

async function perform(name, input, signal) {
  if (name === "run") return run(input.command, signal);
  const path = resolve(input.path);
  if (relative(process.cwd(), path).split(sep)[0] === "..") throw new Error("That is outside of the folder.");
  if (name === "read_file") return readFileSync(path, "utf8");
  if (name !== "write_file") throw new Error(`There is no tool ${name}.`);
  writeFileSync(path, input.content);
  return `Wrote ${input.path}.`;
}

async function run(command, signal) {
  // A group of its own, so that an interruption ends all of it.
  const child = spawn("/bin/sh", ["-c", command], { detached: true, stdio: ["ignore", "pipe", "pipe"] });
  const stop = () => process.kill(-child.pid, "SIGKILL");
  signal.addEventListener("abort", stop, { once: true });
  let text = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (piece) => {
      text = (text + piece).slice(-64 * 1024);
    });
  const code = await new Promise((resolve) => child.on("close", resolve));
  signal.removeEventListener("abort", stop);
  if (code !== 0) throw new Error(`${text}\nIt ended with code ${code}.`);
  return text;
}

/** The session is on disk before anything else happens. */
function remember(message) {
  messages.push(message);
  mkdirSync(sessions, { recursive: true });
  writeFileSync(`${file}.new`, JSON.stringify(messages));
  renameSync(`${file}.new`, file);
}

function earlier() {
  try {
    if (!/^[0-9a-f-]{36}$/.test(session)) throw new Error("this is no id of a session");
    return JSON.parse(readFileSync(file, "utf8"));
  } catch (error) {
    process.stderr.write(`${error.message}\n`);
    process.exit(3);
  }
}

const tools = Object.entries({
  read_file: ["path"],
  write_file: ["path", "content"],
  run: ["command"],
}).map(([name, required]) => ({
  type: "function",
  function: {
    name,
    parameters: {
      type: "object",
      properties: Object.fromEntries(required.map((field) => [field, { type: "string" }])),
      required,
    },
  },
}));
