import { describe, expect, test } from "vitest";
import { type IntentKind, intentKinds, isIntentKind } from "./intents.ts";
import { isQueryKind, queryKinds } from "./queries.ts";

describe("who may do what", () => {
  const expected: Readonly<Record<string, readonly IntentKind[]>> = {
    approve: ["approve", "deny", "answer", "revokeRule", "setPush", "clearPush"],
    control: [
      ...([
        "start",
        "resume",
        "fork",
        "prompt",
        "steer",
        "interrupt",
        "stop",
        "setModel",
        "setMode",
      ] as const),
      ...(["markDone", "ship", "archive", "discard", "undo"] as const),
      ...(["integrate", "cancelIntegration", "openPullRequest"] as const),
    ],
    admin: [
      ...(["addProject", "configureProject", "removeProject", "trust", "untrust"] as const),
      ...(["dropSalvage", "setNotifications", "importSession"] as const),
      ...([
        "beginPairing",
        "confirmPairing",
        "cancelPairing",
        "revokeDevice",
        "changeDevice",
        "rotateHostKey",
      ] as const),
    ],
  };

  test("nothing is done by a client that may only view", () => {
    expect(Object.values(intentKinds).map(({ scope }) => scope)).not.toContain("view");
  });

  test.each(Object.entries(expected))("%s is needed for exactly these", (scope, kinds) => {
    const found = Object.entries(intentKinds).filter(([, spec]) => spec.scope === scope);
    expect(found.map(([kind]) => kind).sort()).toEqual([...kinds].sort());
  });

  test("the table is whole", () => {
    expect(Object.values(expected).flat().length).toBe(Object.keys(intentKinds).length);
  });
});

describe("an approval through a client", () => {
  const { args } = intentKinds.approve;
  const base = { approvalId: "a", digest: "d" };

  test.each([{ kind: "allow" }, { kind: "allowAlways", scope: "session" }])("may be %o", (decision) => {
    expect(args.safeParse({ ...base, decision }).success).toBe(true);
  });

  test.each([
    ["a denial has a kind of its own", { ...base, decision: { kind: "deny" } }],
    ["what was shown is named", { approvalId: "a", decision: { kind: "allow" } }],
    ["nothing is allowed by saying nothing", base],
  ])("%s", (_, value) => {
    expect(args.safeParse(value).success).toBe(false);
  });
});

test.each(["toString", "constructor", "__proto__", "", "Approve"])("%j is no kind", (kind) => {
  expect(isIntentKind(kind)).toBe(false);
  expect(isQueryKind(kind)).toBe(false);
});

test("queries need a scope of the list", () => {
  expect(new Set(Object.values(queryKinds).map(({ scope }) => scope))).toEqual(new Set(["view", "admin"]));
});
