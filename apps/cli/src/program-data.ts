import type { Command as Commander } from "commander";
import type { Command } from "./context.ts";

/** The commands about what is kept: rules. */
export function addData(program: Commander, choose: (command: Command) => void): void {
  addRules(program, choose);
}

function addRules(program: Commander, choose: (command: Command) => void): void {
  const rules = program.command("rules").description("what you have allowed for good");
  rules
    .command("ls")
    .description("list the rules, and all that each one covers")
    .option("--project <dir>", "of this repository and its sessions only")
    .option("--json", "one rule a line, as JSON")
    .action((flags) =>
      choose(async (context) => (await import("./commands/rules.ts")).rulesLs(flags)(context)),
    );
  rules
    .command("rm")
    .description("take rules back; running sessions ask again at once")
    .argument("<rule...>", "the rules, or how their ids begin or end")
    .action((parts) =>
      choose(async (context) => (await import("./commands/rules.ts")).rulesRm(parts)(context)),
    );
}
