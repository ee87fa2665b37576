import type { ErrorCode } from "../../../error-code.ts";
import type { Reply, Step } from "../../scenario.ts";
import type { ContractCase } from "../suite.ts";

const httpErrors: readonly { readonly status: number; readonly code: ErrorCode }[] = [
  { status: 400, code: "invalidRequest" },
  { status: 403, code: "permissionDenied" },
  { status: 404, code: "modelNotFound" },
];

const broken: readonly { readonly name: string; readonly step: Step }[] = [
  { name: "is cut in the middle", step: { cut: true } },
  { name: "is garbled in the middle", step: { malformed: true } },
];

const goesOn: Reply = [{ say: "Here I am." }];

/** A provider that fails. The turn says so and the session goes on. */
export const failureCases: readonly ContractCase[] = [
  ...httpErrors.map(
    ({ status, code }): ContractCase => ({
      name: `fails the turn where the provider answers ${status}, with ${code} if the agent tells the status`,
      replies: [[{ httpError: status, message: "the provider says no" }], goesOn],
      async play(stage) {
        const run = await stage.start();
        const told = stage.suite.untoldStatuses?.includes(status) ? "apiError" : code;
        stage.expect(await run.turn("Hello.")).toMatchObject({ outcome: "failed", error: { code: told } });
        stage.expect(await run.turn("Hello again.")).toMatchObject({ outcome: "completed" });
      },
    }),
  ),
  ...broken.map(
    ({ name, step }): ContractCase => ({
      // Some ask the provider again, so that the turn may well be completed; it is over once either way.
      name: `ends the turn where a reply ${name}, and goes on`,
      replies: [[{ say: "One two three" }, step], goesOn, goesOn],
      async play(stage) {
        const run = await stage.start();
        const first = await run.turn("Count.");
        stage.expect(first.outcome === "failed").toBe(first.error !== undefined);
        stage.expect(await run.turn("Hello.")).toMatchObject({ outcome: "completed" });
      },
    }),
  ),
];
