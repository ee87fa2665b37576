import { type Command as Commander, InvalidArgumentError, Option } from "commander";
import type { Command } from "./context.ts";

type Choose = (command: Command) => void;

const id = ["<id>", "the session, or how its id begins or ends"] as const;

/** What becomes of a session's work: where it goes, what is in its way, and how it is put away and got back. */
export function addWork(program: Commander, choose: Choose): void {
  program
    .command("integrate")
    .description("bring a session's work into a branch of the project")
    .argument(...id)
    .option("--target <branch>", "the branch (default: the project's own)")
    .option("--message <text>", "the commit message (default: the session's title)")
    .addOption(
      new Option("--strategy <strategy>", "how (default: squash)").choices(["squash", "merge", "rebase"]),
    )
    .option("--verify <command>", "shell text that has to pass on the merged tree first")
    .option("--pull-request", "push it and open a pull request with gh instead")
    .action((part, flags) =>
      choose(async (context) => (await import("./commands/integrate.ts")).integrate(part, flags)(context)),
    );
  program
    .command("ship")
    .description("have a session's work merged by itself once it is done")
    .argument(...id)
    .option("--off", "not any more")
    .action((part, flags) =>
      choose(async (context) => (await import("./commands/ship.ts")).ship(part, flags)(context)),
    );
  program
    .command("conflicts")
    .description("say which sessions would conflict with their target or each other now; nothing is changed")
    .option("--project <dir>", "the repository (default: the one you stand in)")
    .option("--target <branch>", "the branch (default: for each session the one it came from)")
    .option("--json", "one session or pair a line, as JSON")
    .action((flags) =>
      choose(async (context) => (await import("./commands/conflicts.ts")).conflicts(flags)(context)),
    );
  program
    .command("rm")
    .description("remove a session's worktree and put the session away; unfinished work is kept as a git ref")
    .argument(...id)
    .option("--purge", "delete the transcript too")
    .action((part, flags) =>
      choose(async (context) => (await import("./commands/rm.ts")).rm(part, flags)(context)),
    );
  program
    .command("undo")
    .description("undo rm: the worktree is back as it was, and the session in the list")
    .argument(...id)
    .action((part) => choose(async (context) => (await import("./commands/undo.ts")).undo(part)(context)));
  addSalvage(program, choose);
}

function addSalvage(program: Commander, choose: Choose): void {
  const salvage = program.command("salvage").description("what rm has saved, and how much of it is kept");
  const retention = (command: Commander) =>
    command
      .option("--project <dir>", "the repository (default: the one you stand in)")
      .option("--max-days <days>", "older ones are expired", amount)
      .option("--max-megabytes <size>", "beyond that, in all, the oldest are expired", amount)
      .option("--keep <count>", "so many of each session never are (default: 1)", amount);
  retention(salvage.command("ls").description("list it with what it takes; nothing is dropped"))
    .option("--json", "one salvage a line, as JSON")
    .action((flags) =>
      choose(async (context) => (await import("./commands/salvage.ts")).salvageLs(flags)(context)),
    );
  retention(
    salvage.command("drop").description("drop for good what was saved of a session, or what is expired"),
  )
    .argument("[id]", "the session, or how its id begins or ends")
    .option("--yes", "without asking; needed where there is no terminal")
    .action((part, flags) =>
      choose(async (context) => (await import("./commands/salvage.ts")).salvageDrop(part, flags)(context)),
    );
}

function amount(word: string): number {
  const value = Number(word);
  if (word.trim() === "" || !Number.isFinite(value) || value < 0)
    throw new InvalidArgumentError("It has to be a number that is not negative.");
  return value;
}
