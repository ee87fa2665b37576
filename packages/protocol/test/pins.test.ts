import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { schemaFiles } from "../scripts/schema-files.ts";
import * as core from "../src/core.ts";
import * as root from "../src/index.ts";
import * as messages from "../src/messages/index.ts";
import * as testing from "../src/testing/index.ts";

// What stands here as a literal is promised to others. A change of it is meant, or it is a mistake.

test("the schema is that of this protocol version", () => {
  const hash = createHash("sha256")
    .update(root.canonicalJson(Object.fromEntries(schemaFiles())))
    .digest("hex");
  expect(
    { version: root.PROTOCOL_VERSION, hash },
    [
      "The schema has changed.",
      "Can a reader of the version before still read what is written now, and pass on what it does not know?",
      "Yes (a new kind, a new optional field): put the new hash here.",
      "No (anything else, a new value of a closed set included): raise PROTOCOL_VERSION, say what changed in the",
      "history beside it, then put both here.",
      "Either way run `pnpm --filter @nucleic/protocol run schema`, and add a changeset.",
    ].join("\n"),
  ).toEqual({
    version: 1,
    hash: "f8816ee9c494fbf15dfe57885ce4699b1e22063e18bb01f0e317ce35caf81454",
  });
});

test("the root exports these", () => {
  expect(Object.keys(root).sort()).toEqual([
    "AgentEvent",
    "AgentInput",
    "Answers",
    "ApprovalId",
    "ApprovalPolicy",
    "ApprovalRequest",
    "ApprovalSignature",
    "AskEnded",
    "BackendCapabilities",
    "ContentBlock",
    "ContextPart",
    "DecidedBy",
    "Decision",
    "DecisionKind",
    "DeviceId",
    "Disposition",
    "ErrorCode",
    "EventError",
    "ImportedFrom",
    "IntentId",
    "LineRange",
    "McpServerSpec",
    "NucleicError",
    "Outcome",
    "PROTOCOL_VERSION",
    "PlanEntry",
    "ProjectId",
    "Question",
    "QuestionId",
    "QuestionReply",
    "QuestionRequest",
    "ResumeSpec",
    "Risk",
    "SandboxChoice",
    "SessionId",
    "SessionSpec",
    "SessionStatus",
    "StreamCheck",
    "ToolCallId",
    "ToolInput",
    "ToolName",
    "TurnId",
    "Verbosity",
    "approvalStatement",
    "askApproval",
    "askQuestions",
    "backendForModel",
    "canonicalJson",
    "checkStream",
    "createIds",
    "idsFrom",
    "intentTtlMs",
    "isEventKind",
    "isLiveOnly",
    "mayDecide",
    "readEvent",
    "systemClock",
  ]);
});

test("core exports these, and each is the root's own", () => {
  expect(Object.keys(core).sort()).toEqual([
    "AskEnded",
    "NucleicError",
    "PROTOCOL_VERSION",
    "StreamCheck",
    "approvalStatement",
    "askApproval",
    "askQuestions",
    "backendForModel",
    "canonicalJson",
    "checkStream",
    "createIds",
    "idsFrom",
    "intentTtlMs",
    "isEventKind",
    "isLiveOnly",
    "mayDecide",
    "systemClock",
  ]);
  expect(root).toMatchObject(core);
});

test("messages exports these", () => {
  expect(Object.keys(messages).sort()).toEqual([
    "ApprovalChoice",
    "BackendItem",
    "ClientMessage",
    "ConflictItem",
    "Cursor",
    "DeviceItem",
    "DeviceLimits",
    "DeviceScope",
    "ForecastItem",
    "ModelItem",
    "NativeSessionItem",
    "NotificationsItem",
    "NotifyLevel",
    "PairingState",
    "PastRequestItem",
    "ProjectItem",
    "QuietHours",
    "Refusal",
    "RuleItem",
    "SalvageItem",
    "Scope",
    "SearchHitItem",
    "ServerMessage",
    "SessionItem",
    "SessionSnapshot",
    "UsageItem",
    "intentKinds",
    "isIntentKind",
    "isQueryKind",
    "queryKinds",
    "readClientMessage",
    "readServerMessage",
  ]);
});

test("testing exports these", () => {
  expect(Object.keys(testing).sort()).toEqual([
    "WatchedRun",
    "backendContract",
    "createGates",
    "eventFactory",
    "sampleEvents",
    "scenarioModel",
    "scriptedBackend",
  ]);
});

test("the error codes are these", () => {
  expect(root.ErrorCode.options).toEqual([
    "notInstalled",
    "tooOld",
    "notLoggedIn",
    "authenticationFailed",
    "permissionDenied",
    "modelNotFound",
    "rateLimited",
    "overloaded",
    "invalidRequest",
    "contextTooLong",
    "outputTooLong",
    "refused",
    "maxTurns",
    "network",
    "streamCut",
    "apiError",
    "spawnFailed",
    "exitedEarly",
    "crashed",
    "protocolViolation",
    "lineTooLong",
    "unsupported",
    "unknownSession",
    "sessionBusy",
    "approvalChannel",
    "notTrusted",
    "setupFailed",
    "storageFailed",
    "internal",
  ]);
});
