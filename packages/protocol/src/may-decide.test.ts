import { expect, test } from "vitest";
import { DecidedBy, type Decision } from "./approval.ts";
import { mayDecide } from "./may-decide.ts";

const allows: readonly Decision[] = [{ kind: "allow" }, { kind: "allowAlways", scope: "session" }];
const denials: readonly Decision[] = [{ kind: "deny" }, { kind: "cancelRun" }];

test.each(DecidedBy.shape.by.options)("%s may deny, and allow only as a person, a rule or a policy", (by) => {
  for (const decision of denials) expect(mayDecide(decision, { by })).toBe(true);
  for (const decision of allows)
    expect(mayDecide(decision, { by })).toBe(["person", "rule", "policy"].includes(by));
});
