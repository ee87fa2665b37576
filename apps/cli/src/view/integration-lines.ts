import type { IntentResult } from "@nucleic/protocol/messages";
import { type ExitCode, exitCodes } from "../exit-code.ts";
import { plural } from "./format.ts";
import { safeLine } from "./sanitize.ts";

/** As a host answers it. */
type Integrated = Pick<
  IntentResult<"integrate">,
  "outcome" | "target" | "commit" | "checkout" | "message" | "reason" | "ref"
> & {
  readonly nestedRepositories?: readonly string[] | undefined;
  readonly conflicts?: readonly { readonly path: string; readonly kinds: readonly string[] }[] | undefined;
  readonly paths?: readonly string[] | undefined;
};

/** What became of an integration, for a person: what happened, and what to do next where anything is. */
export interface IntegrationReport {
  readonly lines: readonly string[];
  readonly exitCode: ExitCode;
}

const parked: Readonly<Record<string, string>> = {
  checkedOut: "it is checked out",
  dirty: "uncommitted changes are in the way where it is checked out",
  checkoutMissing: "it is checked out in a folder that is gone",
  operationInProgress: "a merge or rebase is under way where it is checked out",
};

/** Says it. `id` is the session as a person types it. */
export function integrationReport(result: Integrated, id: string): IntegrationReport {
  const branch = safeLine(result.target);
  switch (result.outcome) {
    case "integrated": {
      const files = result.checkout === undefined ? "" : `, and its files in ${safeLine(result.checkout)}`;
      const nested = (result.nestedRepositories ?? []).map(
        (path) => `left out: ${safeLine(path)} is a repository itself`,
      );
      return {
        lines: [`${branch} is at ${result.commit?.slice(0, 12)} now${files}`, ...nested],
        exitCode: exitCodes.done,
      };
    }
    case "nothingToDo":
      return { lines: [`nothing to do: ${branch} has all of it already`], exitCode: exitCodes.done };
    case "conflicted": {
      const { conflicts = [] } = result;
      return {
        lines: [
          `it conflicts with ${branch} in ${plural(conflicts.length, "file")}; nothing was changed:`,
          ...conflicts.map(
            (conflict) => `  ${safeLine(conflict.path)} (${safeLine(conflict.kinds.join(", "))})`,
          ),
          `→ have the agent resolve it: nucleic resume ${id} "merge ${branch} and resolve the conflicts"`,
        ],
        exitCode: exitCodes.conflicted,
      };
    }
    case "rejected":
      return {
        lines: [
          "refused, and nothing was moved:",
          ...(result.message ?? "").split("\n").map((line) => `  ${safeLine(line)}`),
        ],
        exitCode: exitCodes.failed,
      };
    case "parked":
      return {
        lines: [
          `${branch} was not moved: ${parked[result.reason ?? ""] ?? safeLine(result.reason ?? "")}`,
          ...(result.paths ?? []).map((path) => `  ${safeLine(path)}`),
          `→ when that is settled: git -C ${safeLine(result.checkout ?? ".")} merge --ff-only ${safeLine(result.ref ?? "")}`,
        ],
        exitCode: exitCodes.conflicted,
      };
    default:
      return result.outcome satisfies never;
  }
}
