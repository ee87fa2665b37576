import { type Command as Commander, Option } from "commander";
import type { Command } from "./context.ts";
import { allowHostOption, sandboxChoices } from "./program-options.ts";

type Choose = (command: Command) => void;

const dir = ["[dir]", "the repository (default: the one you stand in)"] as const;

/** The commands about repositories. */
export function addProjects(program: Commander, choose: Choose): void {
  const project = program.command("project").description("the repositories that sessions work in");
  project
    .command("ls")
    .description("list them")
    .option("--json", "one project a line, as JSON")
    .action((flags) =>
      choose(async (context) => (await import("./commands/project.ts")).projectLs(flags)(context)),
    );
  project
    .command("add")
    .description("register one; run does it by itself")
    .argument(...dir)
    .action((path) =>
      choose(async (context) => (await import("./commands/project.ts")).projectAdd(path)(context)),
    );
  project
    .command("rm")
    .description("forget one that has no sessions; nothing in it changes")
    .argument(...dir)
    .action((path) =>
      choose(async (context) => (await import("./commands/project.ts")).projectRm(path)(context)),
    );
  addConfig(project, choose);
  project
    .command("trust")
    .description("show what a repository's own agent configuration would run, and ask whether to load it")
    .argument(...dir)
    .option("--yes", "trust what is shown without asking; needed where there is no terminal")
    .option("--revoke", "trust none of it any more")
    .action((path, flags) =>
      choose(async (context) =>
        (await import("./commands/project-trust.ts")).projectTrust(path, flags)(context),
      ),
    );
}

function addConfig(project: Commander, choose: Choose): void {
  project
    .command("config")
    .description("show or change what is set for one")
    .argument(...dir)
    .option(
      "--setup <command>",
      "what makes a new worktree ready, before the agent starts: shell text, or a script that begins with #!",
    )
    .option("--no-setup", "nothing does")
    .addOption(
      new Option(
        "--setup-policy <policy>",
        "what follows where that fails: the agent does not start, or does",
      ).choices(["block", "warn"]),
    )
    .addOption(
      new Option("--prewarm <count>", "worktrees that a host keeps ready for its next sessions").choices(
        Array.from({ length: 9 }, (_, count) => String(count)),
      ),
    )
    .addOption(
      new Option("--sandbox <engine>", "what confines the agents of new sessions").choices([
        ...sandboxChoices,
      ]),
    )
    .addOption(allowHostOption())
    .option("--no-allow-host", "they may reach every host")
    .addOption(
      new Option("--git-guard <state>", "whether what agents do with git is judged first").choices([
        "on",
        "off",
      ]),
    )
    .option("--json", "the project as JSON")
    .action((path, flags) =>
      choose(async (context) =>
        (await import("./commands/project-config.ts")).projectConfig(path, flags)(context),
      ),
    );
}
