import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { CliError } from "../cli-error.ts";
import type { Command } from "../context.ts";
import { exitCodes } from "../exit-code.ts";
import { nearest } from "../view/suggest.ts";

/** The files that the protocol publishes, by the names they are asked for with. */
const files: Readonly<Record<string, string>> = {
  event: "agent-event.json",
  input: "agent-input.json",
  approval: "approval-request.json",
  decision: "decision.json",
  "session-spec": "session-spec.json",
};

/** The names that `schema` takes. */
export const schemaNames: readonly string[] = Object.keys(files);

/** Prints a type of the protocol as JSON Schema, as it is published. */
export function schema(name: string, flags: { readonly list?: boolean }): Command {
  return async (context) => {
    if (flags.list) {
      await context.stdout.lines(schemaNames);
      return exitCodes.done;
    }
    const file = Object.hasOwn(files, name) ? files[name] : undefined;
    if (!file) {
      const meant = nearest(name, schemaNames);
      const known = `there are: ${schemaNames.join(", ")}`;
      throw new CliError("usage", `no schema ${name}`, meant ? `did you mean ${meant}? ${known}` : known);
    }
    const url = import.meta.resolve(`@nucleic/protocol/schema/${file}`);
    await context.stdout.write(await readFile(fileURLToPath(url), "utf8"));
    return exitCodes.done;
  };
}
