import { type Command as Commander, Option } from "commander";
import type { Command } from "./context.ts";
import { exportFormats } from "./export/formats.ts";

/** The command that writes a transcript down. */
export function addExport(program: Commander, choose: (command: Command) => void): void {
  program
    .command("export")
    .description("write a session's transcript down: for people, or as events")
    .argument("<id>", "the session, or how its id begins or ends")
    .addOption(
      new Option("--format <format>", "Markdown, a page that needs nothing else, or one AgentEvent a line")
        .choices([...exportFormats])
        .default("md"),
    )
    .option("-o, --output <file>", "a file, which is whole or not there (default: stdout)")
    .option("--force", "replace the file, where it is there already")
    .action((part, flags) =>
      choose(async (context) => (await import("./commands/export.ts")).exportSession(part, flags)(context)),
    );
}
