import { Argument, type Command as Commander } from "commander";
import type { Command } from "./context.ts";

/** The commands about the program itself, what it stores, and what it speaks. */
export function addTools(program: Commander, choose: (command: Command) => void): void {
  program
    .command("demo")
    .description("see all of it at work in a throwaway repository, with an agent that needs no account")
    .option("--keep", "keep the repository and the data, and say where they are")
    .option(
      "--open",
      "in the app, until Ctrl-C; without a terminal it plays to its end as it does without this",
    )
    .action((flags) => choose(async (context) => (await import("./commands/demo.ts")).demo(flags)(context)));
  program
    .command("verify")
    .description("read transcripts, all or one, and say what is wrong with them; nothing is changed")
    .argument("[id]", "the session, or how its id begins or ends")
    .option("--json", "one report a line, as JSON")
    .action((part, flags) =>
      choose(async (context) => (await import("./commands/verify.ts")).verify(part, flags)(context)),
    );
  program
    .command("repair")
    .description("mend a session's transcript, and note in it what cannot be mended; nothing is removed")
    .argument("[id]", "the session, or how its id begins or ends")
    .option("--from-native", "make it anew from the agent's own file, where it is missing or damaged")
    .option("--rebuild", "instead make list, usage and search index anew from the transcripts")
    .action((part, flags) =>
      choose(async (context) => (await import("./commands/repair.ts")).repair(part, flags)(context)),
    );
  program
    .command("doctor")
    .description("look at everything that is needed, and say how to mend what is wrong")
    .option("--repair", "mend what can be mended without a risk, and say what was done; asks first")
    .option("--yes", "do not ask; needed where there is no terminal")
    .option("--json", "one check a line, as JSON")
    .action((flags) =>
      choose(async (context) => (await import("./commands/doctor.ts")).doctor(flags)(context)),
    );
  program
    .command("decode")
    .description(
      "turn an agent's own output on stdin into AgentEvents on stdout; what is wrong goes to stderr",
    )
    .requiredOption("--backend <id>", "whose output it is: claude, codex, codex-exec or acp")
    .action((flags) =>
      choose(async (context) => (await import("./commands/decode.ts")).decode(flags)(context)),
    );
  program
    .command("schema")
    .description("print the JSON Schema of AgentEvent or of another type of the protocol")
    .argument("[name]", "the type; without one, event", "event")
    .option("--list", "only the names there are")
    .action((name, flags) =>
      choose(async (context) => (await import("./commands/schema.ts")).schema(name, flags)(context)),
    );
  addCompletion(program, choose);
}

function addCompletion(program: Commander, choose: (command: Command) => void): void {
  program
    .command("completion")
    .description("print completion for a shell; or the names that it asks for")
    .addArgument(
      new Argument("<what>", "bash, zsh or fish; sessions or projects").choices([
        ...["bash", "zsh", "fish"],
        ...["sessions", "projects"],
      ]),
    )
    .action((what) =>
      choose(async (context) => (await import("./commands/completion.ts")).completion(what)(context)),
    );
}
