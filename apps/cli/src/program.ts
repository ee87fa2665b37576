import { Command as Commander, CommanderError } from "commander";
import type { Command } from "./context.ts";
import { exitCodeHelp } from "./exit-code.ts";
import { addData } from "./program-data.ts";
import { addDevices } from "./program-devices.ts";
import { addExport } from "./program-export.ts";
import { addHost } from "./program-host.ts";
import { addNotify, notifyOption } from "./program-notify.ts";
import { allowHostOption, approveOption, envOption, sandboxOption, shipOption } from "./program-options.ts";
import { addProjects } from "./program-projects.ts";
import { addTools } from "./program-tools.ts";
import { addWork } from "./program-work.ts";

/** What the arguments say is to be done: a command, or text that commander has printed already. */
export type Parsed =
  | { readonly command: Command; readonly name: string; readonly flags: Flags; readonly remote?: string }
  | { readonly printed: "stdout" | "stderr" };

/** The flags of a command, as they were read. */
type Flags = Readonly<Record<string, unknown>>;

/** Where commander writes help and usage errors. */
export interface ProgramOutput {
  writeOut(text: string): void;
  writeErr(text: string): void;
}

/** Reads the arguments. Nothing is run yet. */
export async function parse(
  args: readonly string[],
  version: string,
  output: ProgramOutput,
): Promise<Parsed> {
  let command: Command | undefined;
  const program = buildProgram(version, (chosen) => {
    command = chosen;
  });
  let chosen: Commander | undefined;
  program.hook("preAction", (_, acting) => {
    chosen = acting;
  });
  for (const one of [program, ...descendants(program)]) one.configureOutput(output).exitOverride();
  try {
    await program.parseAsync([...args], { from: "user" });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    return { printed: error.exitCode === 0 ? "stdout" : "stderr" };
  }
  if (command && chosen) {
    const { remote } = program.opts<{ readonly remote?: string }>();
    const name = pathOf(program, chosen);
    return { command, name, flags: chosen.opts(), ...(remote !== undefined && { remote }) };
  }
  program.outputHelp({ error: true });
  return { printed: "stderr" };
}

/** `rules ls`: a command with those that it stands below. */
function pathOf(program: Commander, command: Commander): string {
  const { parent } = command;
  return parent === null || parent === program
    ? command.name()
    : `${pathOf(program, parent)} ${command.name()}`;
}

/** Every command with all that stand below it. */
export function descendants(program: Commander): Commander[] {
  return program.commands.flatMap((one) => [one, ...descendants(one)]);
}

// Each command is loaded when it is chosen: help, and commands that need no database, start at once.

/** The tree of commands. `choose` is given the one that the arguments name. */
export function buildProgram(version: string, choose: (command: Command) => void): Commander {
  const program = new Commander("nucleic")
    .description("Coding agents in parallel, each in its own git worktree, with your approval.")
    .version(version)
    .option("--remote <name>", "a host on another machine that this one is paired with (or NUCLEIC_REMOTE)")
    .showSuggestionAfterError()
    .showHelpAfterError("(nucleic --help lists the commands)")
    .addHelpText("after", `\n${exitCodeHelp}\n`);
  addRunning(program, choose);
  addSessions(program, choose);
  addWork(program, choose);
  addProjects(program, choose);
  addData(program, choose);
  addHost(program, choose);
  addNotify(program, choose);
  addDevices(program, choose);
  addTools(program, choose);
  return program;
}

type Choose = (command: Command) => void;

function addRunning(program: Commander, choose: Choose): void {
  program
    .command("run")
    .description("run a task in a worktree of its own, and watch it")
    .argument("<task>", "what the agent is to do")
    .option(
      "--backend <id>",
      "the agent: claude, codex, codex-exec, grok, acp:<command> or demo (default: by the model, the project's own, claude)",
    )
    .option("--model <model>", "the model, as the agent names it")
    .option("--mode <mode>", "the agent's own mode, plan for one")
    .addOption(envOption())
    .option("--project <dir>", "the repository (default: the one you stand in)")
    .option("--title <title>", "how the session is called (default: the task's first line)")
    .addOption(approveOption())
    .addOption(sandboxOption())
    .addOption(allowHostOption())
    .addOption(shipOption())
    .addOption(notifyOption())
    .option("-d, --detach", "leave it to a host, started where none runs, and say the session's id")
    .option("--json", "one AgentEvent a line on stdout and nothing else")
    .addHelpText("after", `\n${exitCodeHelp}\n`)
    .action((task, flags) =>
      choose(async (context) => (await import("./commands/run.ts")).run(task, flags)(context)),
    );
  for (const [name, about] of [
    ["resume", "take a session up again, with a message or where it was interrupted"],
    ["send", "send a message to a session: the same as resume with a message"],
  ] as const) {
    const command = program
      .command(name)
      .description(about)
      .argument("<id>", "the session, or how its id begins or ends")
      .argument(name === "send" ? "<message>" : "[message]", "what to tell the agent")
      .option("--model <model>", "the model, as the agent names it")
      .option("--mode <mode>", "the agent's own mode, plan for one")
      .addOption(envOption())
      .addOption(approveOption())
      .addOption(sandboxOption())
      .addOption(allowHostOption())
      .addOption(notifyOption())
      .option("--json", "one AgentEvent a line on stdout and nothing else");
    if (name === "resume")
      command.option("--fork", "go on in a new session, in the same worktree; this one stays as it is");
    command.action((id, message, flags) =>
      choose(async (context) => (await import("./commands/resume.ts")).resume(id, message, flags)(context)),
    );
  }
}

function addSessions(program: Commander, choose: Choose): void {
  const id = ["<id>", "the session, or how its id begins or ends"] as const;
  program
    .command("ls")
    .description("list the sessions, newest first")
    .option("--all", "those that were put away too")
    .option("--project <dir>", "of this repository only")
    .option("--json", "one session a line, as JSON")
    .action((flags) => choose(async (context) => (await import("./commands/ls.ts")).ls(flags)(context)));
  program
    .command("show")
    .description("print a session's transcript")
    .argument(...id)
    .option("--json", "the records as they are, one a line")
    .action((part, flags) =>
      choose(async (context) => (await import("./commands/show.ts")).show(part, flags)(context)),
    );
  addExport(program, choose);
  program
    .command("diff")
    .description("show what a session changed, uncommitted work included")
    .argument(...id)
    .option("--stat", "only which files, and how much")
    .action((part, flags) =>
      choose(async (context) => (await import("./commands/diff.ts")).diff(part, flags)(context)),
    );
  program
    .command("done")
    .description("say that a session's work is done as it stands, whatever the agent made of it")
    .argument(...id)
    .action((part) => choose(async (context) => (await import("./commands/done.ts")).done(part)(context)));
}
