import type { OpenAsk } from "@nucleic/adapter-kit";
import type {
  ApprovalAnswer,
  ApprovalId,
  ApprovalRequest,
  DecidedBy,
  Decision,
  QuestionId,
  QuestionReply,
  QuestionRequest,
} from "@nucleic/protocol";
import { describe, expect, test } from "vitest";
import type { NativeAsk, NativeAskKind } from "../translate/native-ask.ts";
import { cancelEndsTurn, type ServerReply, toServerReply } from "./decision.ts";

const permissions = { network: { enabled: true }, fileSystem: null, brandNew: { all: true } };
const requestedSchema = { type: "object", properties: { name: { type: "string" } }, required: ["name"] };

const native = (kind: NativeAskKind): NativeAsk => ({
  kind,
  requestId: 0,
  method: "m",
  params: { permissions, requestedSchema, questions: [] },
});
const approval = (kind: NativeAskKind, fields: Partial<NativeAsk> = {}): OpenAsk<NativeAsk> => ({
  kind: "approval",
  id: "a" as ApprovalId,
  request: {} as ApprovalRequest,
  native: { ...native(kind), ...fields },
});
const question = (kind: NativeAskKind): OpenAsk<NativeAsk> => ({
  kind: "question",
  id: "q" as QuestionId,
  request: {} as QuestionRequest,
  native: native(kind),
});

const decision = (value: "accept" | "decline" | "cancel"): ServerReply => ({ decision: value });
const action = (value: "accept" | "decline" | "cancel"): ServerReply => ({
  action: value,
  content: value === "accept" ? {} : null,
  _meta: null,
});

/** What each kind of approval is told for the three things that a decision comes down to. */
const replies: Readonly<
  Record<
    Exclude<NativeAskKind, "userInput" | "elicitationForm">,
    { readonly accept: ServerReply; readonly decline: ServerReply; readonly cancel: ServerReply }
  >
> = {
  command: { accept: decision("accept"), decline: decision("decline"), cancel: decision("cancel") },
  fileChange: { accept: decision("accept"), decline: decision("decline"), cancel: decision("cancel") },
  permissions: {
    accept: { permissions: { network: { enabled: true } }, scope: "turn" },
    decline: { permissions: {}, scope: "turn" },
    cancel: { permissions: {}, scope: "turn" },
  },
  mcpToolCall: { accept: action("accept"), decline: action("decline"), cancel: action("cancel") },
  elicitationUrl: { accept: action("accept"), decline: action("decline"), cancel: action("cancel") },
};
const kinds = Object.keys(replies) as (keyof typeof replies)[];

const verdicts: readonly (readonly [Decision, keyof (typeof replies)["command"]])[] = [
  [{ kind: "allow" }, "accept"],
  [{ kind: "allowAlways", scope: "session" }, "accept"],
  [{ kind: "allowAlways", scope: "project", pattern: "ls *" }, "accept"],
  [{ kind: "allow", updatedInput: { command: "rm x" } }, "decline"],
  [{ kind: "deny" }, "decline"],
  [{ kind: "deny", message: "not now" }, "decline"],
  [{ kind: "cancelRun" }, "cancel"],
  [{ kind: "brandNew" } as unknown as Decision, "decline"],
];

describe.each(kinds)("%s", (kind) => {
  test.each(verdicts)("%j", (decided, verdict) => {
    for (const by of ["person", "rule", "policy"] as const)
      expect(toServerReply(approval(kind), { decision: decided, by: { by } })).toEqual(
        replies[kind][verdict],
      );
  });

  test.each<DecidedBy["by"]>(["expired", "abandoned", "withdrawn", "noAnswerer"])(
    "%s allows nothing",
    (by) => {
      for (const [decided] of verdicts) {
        const { cancel, decline } = replies[kind];
        const expected = decided.kind === "cancelRun" ? cancel : decline;
        expect(toServerReply(approval(kind), { decision: decided, by: { by } })).toEqual(expected);
      }
    },
  );

  test("what is outdated is not allowed, and a reply to a question is no decision", () => {
    const allow: ApprovalAnswer = { decision: { kind: "allow" }, by: { by: "person" } };
    expect(toServerReply(approval(kind, { outdated: true }), allow)).toEqual(replies[kind].decline);
    const reply: QuestionReply = { kind: "answered", answers: {}, by: { by: "person" } };
    expect(toServerReply(approval(kind), reply)).toEqual(replies[kind].decline);
  });
});

test("Codex's own memory of a decision is never used", () => {
  const said = kinds.flatMap((kind) =>
    verdicts.map(([decided]) =>
      JSON.stringify(toServerReply(approval(kind), { decision: decided, by: { by: "person" } })),
    ),
  );
  expect(said.filter((reply) => /session|amendment|persist/i.test(reply))).toEqual([]);
});

describe("questions", () => {
  const declined = { action: "decline", content: null, _meta: null };
  const answered = (answers: Record<string, string[]>, by: DecidedBy["by"] = "person"): QuestionReply => ({
    kind: "answered",
    answers,
    by: { by },
  });

  test.each<[NativeAskKind, QuestionReply, unknown]>([
    ["userInput", answered({ q: ["B", "a note"] }), { answers: { q: { answers: ["B", "a note"] } } }],
    ["userInput", { kind: "declined", by: { by: "person" } }, { answers: {} }],
    ["userInput", answered({ q: ["B"] }, "expired"), { answers: {} }],
    [
      "elicitationForm",
      answered({ name: ["Bob"] }),
      { action: "accept", content: { name: "Bob" }, _meta: null },
    ],
    ["elicitationForm", answered({}), declined],
    ["elicitationForm", answered({ name: ["Bob"] }, "abandoned"), declined],
    ["elicitationForm", { kind: "declined", by: { by: "person" } }, declined],
  ])("%s: %j", (kind, reply, expected) => {
    expect(toServerReply(question(kind), reply)).toEqual(expected);
  });

  test("a decision is no answer to one", () => {
    const allow: ApprovalAnswer = { decision: { kind: "allow" }, by: { by: "person" } };
    expect(toServerReply(question("elicitationForm"), allow)).toEqual(declined);
    expect(toServerReply(question("userInput"), allow)).toEqual({ answers: {} });
  });
});

test("only a cancelled command or patch ends the turn by itself", () => {
  expect(kinds.filter(cancelEndsTurn)).toEqual(["command", "fileChange"]);
});
