import type { AgentEvent, ApprovalRequest, Decision } from "@nucleic/protocol";
import { approvalStatement } from "@nucleic/protocol/core";
import type { DeviceItem } from "@nucleic/protocol/messages";
import { sampleEvents } from "@nucleic/protocol/testing";
import { approvalSigner, digestOf, loadSodium } from "@nucleic/sync/noise";
import { expect, test } from "vitest";
import { prove } from "./prove.ts";

const sodium = await loadSodium();
const keys = sodium.signingPair();
const signer = approvalSigner(sodium, { approvalKey: keys });
const device = { id: "phone", approvalKey: signer.key } as DeviceItem;
const allow: Decision = { kind: "allow" };

type Resolved = Extract<AgentEvent, { kind: "approvalResolved" }>;
const events = sampleEvents();
const find = <K extends AgentEvent["kind"]>(kind: K) =>
  events.find((event): event is Extract<AgentEvent, { kind: K }> => event.kind === kind);

function decided(change: { request?: Partial<ApprovalRequest>; resolved?: Partial<Resolved> } = {}) {
  const [asked, sample] = [find("approvalRequested"), find("approvalResolved")];
  if (asked === undefined || sample === undefined) throw new Error("there is no sample");
  const { request } = asked;
  const { sessionId, id: approvalId } = request;
  const digest = digestOf(sodium, request);
  const value = signer.sign(approvalStatement({ sessionId, approvalId, digest, decision: allow }));
  const signature = { key: signer.key, digest, value };
  const decidedBy = { by: "person" as const, deviceId: device.id };
  const resolved: Resolved = { ...sample, approvalId, decision: allow, decidedBy, signature };
  return {
    sessionId,
    request: { ...request, ...change.request },
    resolved: { ...resolved, ...change.resolved },
  };
}

function unsigned(deviceId: string): Resolved {
  const { signature: _, ...rest } = decided().resolved;
  return { ...rest, decidedBy: { by: "person", deviceId: deviceId as DeviceItem["id"] } };
}

test("what a device has signed is proven", () => {
  expect(prove(sodium, [device], decided())).toEqual({ proof: "signed" });
});

test("of what was decided at the host's machine nothing can be proven, and nothing is wrong with it", () => {
  expect(prove(sodium, [device], { ...decided(), resolved: unsigned("local:cli") })).toEqual({
    proof: "unsigned",
  });
});

test.each([
  ["a device that has not signed", "noSignature", { ...decided(), resolved: unsigned("phone") }, [device]],
  ["a device that nobody knows", "unknownDevice", decided(), []],
  ["another key", "otherKey", decided(), [{ ...device, approvalKey: "A".repeat(43) }]],
  [
    "another input in the transcript",
    "otherRequest",
    decided({ request: { input: { path: "b" } } }),
    [device],
  ],
  ["another folder in the transcript", "otherRequest", decided({ request: { cwd: "/" } }), [device]],
  ["another decision", "notAuthentic", decided({ resolved: { decision: { kind: "deny" } } }), [device]],
  [
    "another input that was allowed",
    "notAuthentic",
    decided({ resolved: { decision: { kind: "allow", updatedInput: { path: "b" } } } }),
    [device],
  ],
] as const)("%s is bad", (_, why, given, devices) => {
  expect(prove(sodium, devices, given)).toEqual({ proof: "bad", why });
});
