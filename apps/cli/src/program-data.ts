import { type Command as Commander, Option } from "commander";
import type { Command } from "./context.ts";

/** The commands about what is kept: search, usage, rules, policies. */
export function addData(program: Commander, choose: (command: Command) => void): void {
  program
    .command("search")
    .description("find what was said, run, touched and answered in any session")
    .argument("<words...>", 'all to be there; "in a row", begin*, and behind -- also -without')
    .option("--project <dir>", "in this repository's sessions only")
    .option("--limit <number>", "at most so many, up to 200 (default: 20)")
    .option("--json", "one hit a line, as JSON")
    .action((words, flags) =>
      choose(async (context) => (await import("./commands/search.ts")).search(words, flags)(context)),
    );
  program
    .command("usage")
    .description("what the agents took: tokens, and money where they report it")
    .addOption(
      new Option("--by <what>", "what to add up by")
        .choices(["day", "session", "project", "model"])
        .default("day"),
    )
    .option("--since <when>", "7d, 12h, or a day as 2026-01-31 (default: all there is)")
    .option("--project <dir>", "of this repository only")
    .option("--utc", "days of UTC instead of this machine's time zone")
    .option("--json", "one sum a line, as JSON")
    .action((flags) =>
      choose(async (context) => (await import("./commands/usage.ts")).usage(flags)(context)),
    );
  program
    .command("import")
    .description("take in sessions that an agent keeps by itself, or list them")
    .argument("[agent]", "claude, codex or grok (default: all of them)")
    .option("--list", "only list them, and say which are here already")
    .option("--project <dir>", "those of this repository (default: the one you stand in)")
    .option("--all", "those of every folder, each into the repository that its folder is in")
    .option("--session <native id>", "only this one, wherever it worked")
    .option("--since <when>", "those that went on since: 7d, 12h, or a day as 2026-01-31")
    .option("--again", "with --session: as another session, where it is here already")
    .option("--json", "one session a line, as JSON")
    .action((agent, flags) =>
      choose(async (context) => (await import("./commands/import.ts")).importNative(agent, flags)(context)),
    );
  addRules(program, choose);
  addPolicy(program, choose);
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

function addPolicy(program: Commander, choose: (command: Command) => void): void {
  const policy = program.command("policy").description("what is allowed and denied without asking you");
  const project = ["--project <dir>", "with this repository's own policy too"] as const;
  policy
    .command("show")
    .description("show the rules that --approve policy follows, and the files they are from")
    .option(...project)
    .option("--json", "one file's policy a line, as JSON")
    .action((flags) =>
      choose(async (context) => (await import("./commands/policy.ts")).policyShow(flags)(context)),
    );
  policy
    .command("check")
    .description("say what is wrong with a policy file, by line and column")
    .argument("[file]", "the file (default: those that are in place)")
    .option(...project)
    .action((file, flags) =>
      choose(async (context) => (await import("./commands/policy.ts")).policyCheck(file, flags)(context)),
    );
  policy
    .command("try")
    .description(
      "tell what a policy would have allowed and denied of all that was ever asked; nothing is run",
    )
    .argument("[file]", "the policy file (default: the policies that are in place)")
    .option("--allow <pattern>", 'one rule instead: "npm test *" for commands, mcp:docs/search for a tool')
    .option("--project <dir>", "of this repository's sessions only")
    .option("--json", "one request a line, as JSON")
    .action((file, flags) =>
      choose(async (context) =>
        (await import("./commands/policy-history.ts")).policyTry(file, flags)(context),
      ),
    );
  policy
    .command("suggest")
    .description("propose the narrowest rules that would have saved the most questions; nothing is written")
    .option("--project <dir>", "from this repository's sessions only")
    .option("--json", "as a policy file")
    .action((flags) =>
      choose(async (context) => (await import("./commands/policy-history.ts")).policySuggest(flags)(context)),
    );
}
