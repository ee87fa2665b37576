import { type Command as Commander, InvalidArgumentError, Option } from "commander";
import type { Command } from "./context.ts";

/** The commands about a host that runs on its own, and what its agents wait for. */
export function addHost(program: Commander, choose: (command: Command) => void): void {
  program
    .command("serve")
    .description("be the host of the data directory: sessions go on in it when their terminals are closed")
    .option("--port <number>", "listen there on loopback (default: a port of the system's choosing)", integer)
    .option("--origin <url>", "a page of yours that may speak to it; repeatable", collect)
    .option(
      "--token-file <path>",
      "the token it takes, from there; made where it is missing (default: new each time)",
    )
    .option("--open-link", "print a link for each origin that lets its page in, once and within 30 seconds")
    .option(
      "--devices <address>",
      "let paired devices in there: 0.0.0.0:7455, or 7455 for this machine alone",
    )
    .option("--relay <file>", "let paired devices in through a broker, which that file names")
    .option("--no-notify", "tell nobody on this desktop that a session needs them")
    .option("--idle-exit <seconds>", "end when nobody has needed it for so long", integer)
    .action((flags) =>
      choose(async (context) => (await import("./commands/serve.ts")).serve(flags)(context)),
    );
  program
    .command("open")
    .description("open the page of the host, starting one where none runs")
    .option("--no-browser", "print its link alone")
    .action((flags) => choose(async (context) => (await import("./commands/open.ts")).open(flags)(context)));
  const id = ["<id>", "the session, or how its id begins or ends"] as const;
  program
    .command("attach")
    .description(
      "all sessions on a board; or follow one and answer what it asks, and Ctrl-C leaves it as it is",
    )
    .argument("[id]", "the session, or how its id begins or ends; without one, the board")
    .option("--json", "one AgentEvent a line on stdout and nothing else")
    .action((part, flags) =>
      choose(async (context) =>
        part === undefined
          ? (await import("./commands/board.ts")).board(flags)(context)
          : (await import("./commands/attach.ts")).attach(part, flags)(context),
      ),
    );
  program
    .command("interrupt")
    .description("end the turn that a session is in")
    .argument(...id)
    .action((part) =>
      choose(async (context) => (await import("./commands/attach.ts")).interrupt(part)(context)),
    );
  program
    .command("stop")
    .description("end the agent of a session; the session can be resumed")
    .argument(...id)
    .action((part) => choose(async (context) => (await import("./commands/attach.ts")).stop(part)(context)));
  addAsks(program, choose);
}

function addAsks(program: Commander, choose: (command: Command) => void): void {
  const approval = ["<id>", "what nucleic asks lists, or a session that waits for one thing"] as const;
  program
    .command("asks")
    .description("list what agents wait for")
    .option("--json", "one a line, as JSON")
    .action((flags) => choose(async (context) => (await import("./commands/asks.ts")).asks(flags)(context)));
  program
    .command("approve")
    .description("allow what an agent waits for")
    .argument(...approval)
    .addOption(
      new Option("--always <scope>", "and allow the same from now on").choices(["session", "project"]),
    )
    .option("--yes", "do not show it first, where only the session is named")
    .action((part, flags) =>
      choose(async (context) => (await import("./commands/asks.ts")).approve(part, flags)(context)),
    );
  program
    .command("deny")
    .description("deny what an agent waits for; it is told and goes on")
    .argument(...approval)
    .option("--message <text>", "what to tell the agent")
    .option("--stop", "end its turn too")
    .action((part, flags) =>
      choose(async (context) => (await import("./commands/asks.ts")).deny(part, flags)(context)),
    );
}

function integer(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value) || value < 0) throw new InvalidArgumentError("a whole number is wanted");
  return value;
}

function collect(word: string, before: readonly string[] | undefined): readonly string[] {
  return [...(before ?? []), word];
}
