import type { AgentEvent, EventKind, EventOf } from "../event.ts";
import { ApprovalId, DeviceId, QuestionId, SessionId, ToolCallId, TurnId } from "../ids.ts";
import { type EventPayload, eventFactory } from "./event-factory.ts";
import { scriptedCapabilities } from "./scripted/options.ts";

const sessionId = SessionId.parse("session-1");
const turnId = TurnId.parse("turn-1");
const toolCallId = ToolCallId.parse("call-1");
const approvalId = ApprovalId.parse("approval-1");
const questionId = QuestionId.parse("question-1");
const error = { code: "overloaded", message: "no capacity", hint: "try again later" } as const;
const person = { by: "person", deviceId: DeviceId.parse("device-1"), rule: "none" } as const;
const context = [{ kind: "file", path: "src/a.ts" }] as const;
const questions = [
  {
    id: "colour",
    text: "Which colour?",
    header: "Colour",
    options: [{ label: "Teal", description: "a green" }],
    multiSelect: false,
    freeText: true,
    secret: false,
  },
];

const payloads: { readonly [K in EventKind]: EventPayload<K> } = {
  sessionStarted: {
    backend: "scripted",
    backendVersion: "1.0.0",
    backendSessionId: "scripted-1",
    model: "model-1",
    mode: "default",
    cwd: "/repo",
    tools: ["Write"],
    capabilities: scriptedCapabilities,
    resumed: true,
    imported: { path: "/sessions/scripted-1.jsonl", sizeBytes: 1_024, importedAt: 0, degraded: true },
  },
  turnStarted: { cause: "user", input: { text: "Fix it.", context: [...context] } },
  userMessage: { origin: "user", text: "Fix it.", context: [...context], steer: false },
  assistantText: {
    messageId: "message-1",
    text: "Looking.",
    isPartial: false,
    parentToolCallId: "call-0",
    truncated: true,
  },
  thinking: {
    messageId: "message-2",
    text: "Hm.",
    isPartial: false,
    parentToolCallId: "call-0",
    truncated: true,
  },
  toolCallStarted: {
    toolCallId,
    tool: "Write",
    nativeTool: "write_file",
    title: "Write a.txt",
    parentToolCallId: ToolCallId.parse("call-0"),
  },
  toolCallInputDelta: { toolCallId, partialJson: '{"path":' },
  toolCallCompleted: { toolCallId, input: { path: "a.txt", content: "a" } },
  toolOutputDelta: { toolCallId, text: "one line", stream: "stdout" },
  toolResult: {
    toolCallId,
    content: [
      { kind: "text", text: "written" },
      { kind: "image", mediaType: "image/png", blob: "0f1e" },
      { kind: "native", native: { type: "other" } },
    ],
    isError: false,
    exitCode: 0,
    durationMs: 12,
    truncated: false,
  },
  fileChange: {
    toolCallId,
    path: "a.txt",
    change: "rename",
    movedTo: "b.txt",
    diff: "@@ -1 +1 @@",
    inferred: true,
  },
  planUpdated: { entries: [{ text: "Look", status: "inProgress" }] },
  approvalRequested: {
    request: {
      id: approvalId,
      sessionId,
      toolCallId,
      tool: "Write",
      nativeTool: "write_file",
      input: { path: "a.txt", content: "a" },
      cwd: "/repo",
      options: ["allow", "deny"],
      createdAt: 13,
    },
    auto: { by: "rule", rule: "Write(a.txt)" },
  },
  approvalResolved: {
    approvalId,
    decision: { kind: "allow" },
    decidedBy: person,
    signature: { key: "k".repeat(43), digest: "d".repeat(64), value: "v".repeat(86) },
  },
  questionAsked: { questionId, toolCallId, questions },
  questionAnswered: { questionId, answers: { colour: ["Teal"] }, answeredBy: person },
  usage: {
    model: "model-1",
    inputTokens: 10,
    cachedInputTokens: 4,
    outputTokens: 5,
    reasoningTokens: 1,
    costUSD: 0.001,
    contextWindow: 200_000,
    cumulative: true,
  },
  rateLimit: { window: "5h", usedPercent: 80, resetsAt: 1_000, status: "warning" },
  compaction: { trigger: "auto", tokensBefore: 150_000 },
  turnCompleted: { outcome: "failed", error, finalText: "Looking." },
  runFinished: {
    outcome: "failed",
    error,
    exitCode: 1,
    signal: "SIGTERM",
    stderrTail: "no capacity",
    durationMs: 30,
  },
  error: { ...error, recoverable: true, retryInMs: 500 },
  setupStarted: { origin: "runtime", script: "npm ci" },
  setupLog: { origin: "runtime", stream: "stderr", line: "added 1 package" },
  setupFinished: { origin: "runtime", exitCode: 0 },
  sandboxPrepared: {
    origin: "runtime",
    engine: "light",
    files: true,
    processes: true,
    network: "allowed",
    hosts: ["api.example.com:443"],
    limits: ["processes"],
    message: "as it was",
  },
  sandboxRefusal: {
    origin: "runtime",
    what: "network",
    target: "example.com:443",
    reason: "it is not on the list",
    hint: "allow it",
  },
  statusChanged: { origin: "runtime", from: "preparing", to: "starting", reason: "set up" },
  dispositionChanged: { origin: "runtime", disposition: "blocked", by: "agent" },
  integration: {
    origin: "runtime",
    phase: "conflicted",
    target: "main",
    sha: "0f1e",
    paths: ["a.txt"],
    message: "both changed a.txt",
  },
  diffstat: { origin: "runtime", files: 1, added: 1, removed: 0, ahead: 1, behind: 0 },
  raw: { backend: "scripted", native: { type: "unheard-of" } },
};

/**
 * One whole event of every kind, each optional field filled in, in a turn: for tests of what shows, stores or sends
 * events. Each is well formed by itself; in a row they are no stream.
 */
export function sampleEvents(): readonly AgentEvent[] {
  const event = eventFactory(sessionId);
  const sample = <K extends EventKind>(kind: K): EventOf<K> => event(kind, { turnId, ...payloads[kind] });
  return Object.keys(payloads).map((kind) => sample(kind as EventKind));
}
