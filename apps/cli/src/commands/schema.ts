import * as protocol from "@nucleic/protocol";
import { z } from "zod";
import { CliError } from "../cli-error.ts";
import type { Command } from "../context.ts";
import { exitCodes } from "../exit-code.ts";
import { nearest } from "../view/suggest.ts";

/** The types whose schema can be printed, as they are asked for. */
const schemas: Readonly<Record<string, z.ZodType>> = {
  event: protocol.AgentEvent,
  approval: protocol.ApprovalRequest,
  decision: protocol.Decision,
  "decided-by": protocol.DecidedBy,
  question: protocol.QuestionRequest,
  "question-reply": protocol.QuestionReply,
  input: protocol.AgentInput,
  "session-spec": protocol.SessionSpec,
  "resume-spec": protocol.ResumeSpec,
  capabilities: protocol.BackendCapabilities,
  "error-code": protocol.ErrorCode,
};

/** The names that `schema` takes. */
export const schemaNames: readonly string[] = Object.keys(schemas);

/** Prints a type of the protocol as JSON Schema. */
export function schema(name: string, flags: { readonly list?: boolean }): Command {
  return async (context) => {
    if (flags.list) {
      await context.stdout.lines(schemaNames);
      return exitCodes.done;
    }
    const found = Object.hasOwn(schemas, name) ? schemas[name] : undefined;
    if (!found) {
      const meant = nearest(name, schemaNames);
      throw new CliError(
        "usage",
        `no schema ${name}`,
        `${meant ? `did you mean ${meant}? ` : ""}there are: ${schemaNames.join(", ")}`,
      );
    }
    await context.stdout.write(`${JSON.stringify(z.toJSONSchema(found, { io: "input" }), undefined, 2)}\n`);
    return exitCodes.done;
  };
}
