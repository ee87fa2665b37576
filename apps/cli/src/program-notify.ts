import { type Command as Commander, Option } from "commander";
import type { Command } from "./context.ts";

/** When a command that follows a session tells its person on the desktop. */
export const notifyOption = () =>
  new Option(
    "--notify <when>",
    "show on your desktop that you are needed: while the terminal is behind, always, or never",
  )
    .choices(["away", "always", "never"])
    .default("away");

/** The command about what is told. */
export function addNotify(program: Commander, choose: (command: Command) => void): void {
  program
    .command("notify")
    .description("show or change what you are told of on your desktop, and when")
    .addOption(
      new Option(
        "--level <level>",
        "all; needed, only where a session cannot go on or has failed; or off",
      ).choices(["all", "needed", "off"]),
    )
    .option("--project <dir>", "the level of this repository's sessions only")
    .option("--quiet <hours>", "hours in which you are not disturbed: 22:00-07:30")
    .option("--no-quiet", "you may be disturbed at any time")
    .option("--time-zone <zone>", "whose hours: Europe/Berlin (default: this machine's)")
    .option("--json", "the settings as JSON")
    .action((flags) =>
      choose(async (context) => (await import("./commands/notify.ts")).notify(flags)(context)),
    );
}
