// An ACP agent that does what no real one does. What it does to a prompt is named by the prompt's text.
import { createInterface } from "node:readline";

const write = (message) => process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
const update = (fields) =>
  write({ method: "session/update", params: { sessionId: "fake-session", update: fields } });
const say = (text) => update({ sessionUpdate: "agent_message_chunk", content: { type: "text", text } });
const [, , mode = ""] = process.argv;
const waiting = new Map();
let prompt;

const permission = (id, options = [{ optionId: "yes", name: "Yes", kind: "allow_once" }]) =>
  write({
    id,
    method: "session/request_permission",
    params: {
      sessionId: "fake-session",
      toolCall: { toolCallId: `call ${id}`, kind: "execute", title: "Run", rawInput: { command: "true" } },
      options,
    },
  });

/** Asks the client and says what it answered. */
const ask = (id, method, params) => {
  waiting.set(id, (answer) => say(JSON.stringify(answer.error ?? answer.result)));
  write({ id, method, params });
};

const prompts = {
  stringIds: () => {
    waiting.set("one-a", ({ result }) => {
      say(`answered ${JSON.stringify(result.outcome)}`);
      finish();
    });
    permission("one-a");
  },
  malformedAsk: () => {
    waiting.set(7, ({ error }) => {
      say(`refused with ${error.code}`);
      finish();
    });
    write({ id: 7, method: "session/request_permission", params: { sessionId: "fake-session" } });
  },
  unknownRequest: () => {
    waiting.set("who", ({ error }) => {
      say(`refused with ${error.code}`);
      finish();
    });
    write({ id: "who", method: "weather/report", params: { where: "here" } });
  },
  badLines: () => {
    process.stdout.write('not json at all\n[1,2,3]\n\n{"jsonrpc":"2.0"}\n');
    say("and on");
    finish();
  },
  hugeLine: () => {
    say("x".repeat(Number(process.env.HUGE_BYTES ?? 0)));
    say("and on");
    finish();
  },
  neverEnds: () => say("I will not stop."),
  lateAsk: () => say("Ask me to stop."),
  crash: () => {
    permission("never answered");
    setImmediate(() => process.exit(3));
  },
  answerTwice: () => {
    say("twice");
    finish();
    write({ id: 12_345, result: {} });
    update({ sessionUpdate: "agent_message_chunk", content: { type: "text", text: " late" } });
  },
  client: (request) => ask("client", request.method, request.params),
};

const finish = (stopReason = "end_turn") => {
  write({ id: prompt, result: { stopReason } });
  prompt = undefined;
};

const methods = {
  initialize: () => ({
    protocolVersion: mode === "version2" ? 2 : 1,
    agentInfo: { name: "fake", version: "1.2.3" },
    authMethods: [],
    agentCapabilities: { promptCapabilities: {}, mcpCapabilities: {} },
  }),
  "session/new": () => ({ sessionId: "fake-session" }),
};

createInterface({ input: process.stdin }).on("line", (line) => {
  const message = JSON.parse(line);
  if (message.method === undefined) {
    const answered = waiting.get(message.id);
    waiting.delete(message.id);
    answered?.(message);
    return;
  }
  if (message.method === "session/cancel") {
    if (process.env.DEAF) return;
    if (process.env.ASKS_LATE) {
      waiting.set("late", ({ result }) => {
        say(` late: ${JSON.stringify(result.outcome)}`);
        finish("cancelled");
      });
      permission("late");
    } else finish("cancelled");
    return;
  }
  if (message.method === "session/prompt") {
    prompt = message.id;
    const words = message.params.prompt.at(-1).text;
    const [name, rest] = [words.split(" ")[0], words.slice(words.indexOf(" ") + 1)];
    if (name === "client") {
      const request = JSON.parse(rest);
      waiting.set("client", (answer) => {
        say(JSON.stringify(answer.error ?? answer.result));
        finish();
      });
      write({ id: "client", ...request });
    } else prompts[name]();
    return;
  }
  if (mode === "login" && message.method === "session/new")
    return write({ id: message.id, error: { code: -32000, message: "Authentication required" } });
  if (mode === "exits" && message.method === "session/new") process.exit(4);
  if (mode === "silent") return;
  const result = methods[message.method]?.();
  write(
    result
      ? { id: message.id, result }
      : { id: message.id, error: { code: -32601, message: "no such method" } },
  );
});
// It stays until it is killed where it is told to.
if (mode === "stays") setInterval(() => {}, 1 << 30);
process.on("SIGTERM", () => process.exit(0));
