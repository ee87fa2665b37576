import { type Command as Commander, Option } from "commander";
import type { Command } from "./context.ts";

const scopeOption = () =>
  new Option("--scope <scope>", "what it may do: view, approve or control; repeatable").argParser(collect);

const limitOptions = () => [
  new Option("--project <dir>", "only in this repository's sessions; repeatable").argParser(collect),
  new Option("--max-risk <risk>", "what is riskier it can deny and not allow").choices([
    "read",
    "write",
    "execute",
    "network",
    "destructive",
  ]),
  new Option("--hours <hours>", "only within these hours of the host's day: 08:00-20:00"),
  new Option("--expires <span>", "for so long and no longer: 12h, 7d"),
];

/** The commands about devices and hosts on other machines, and who allowed what. */
export function addDevices(program: Commander, choose: (command: Command) => void): void {
  const pair = program
    .command("pair")
    .description("let another machine or a phone in, by a link that it reads and digits that it shows")
    .option("--accept <link>", "pair this machine with the host that shows the link; - reads it from stdin")
    .option("--name <name>", "with --accept: how the host is called here, for --remote")
    .addOption(scopeOption());
  for (const option of limitOptions()) pair.addOption(option);
  pair.action((flags) =>
    choose(async (context) =>
      flags.accept === undefined
        ? (await import("./commands/pair.ts")).pair(flags)(context)
        : (await import("./commands/pair-accept.ts")).pairAccept(flags.accept, flags)(context),
    ),
  );
  addDeviceList(program, choose);
  program
    .command("audit")
    .description("list who allowed and denied what, and check each device's signature under it")
    .argument("[id]", "the session, or how its id begins or ends (default: all)")
    .option("--json", "one decision a line, as JSON")
    .action((part, flags) =>
      choose(async (context) => (await import("./commands/audit.ts")).audit(part, flags)(context)),
    );
}

function addDeviceList(program: Commander, choose: (command: Command) => void): void {
  const devices = program.command("devices").description("the devices that are paired with this host");
  const device = ["<device>", "its name, or how its id begins or ends"] as const;
  devices
    .command("ls")
    .description("list them, and what each may do")
    .option("--all", "those that were revoked too")
    .option("--json", "one device a line, as JSON")
    .action((flags) =>
      choose(async (context) => (await import("./commands/devices.ts")).devicesLs(flags)(context)),
    );
  devices
    .command("revoke")
    .description("take everything from devices, for good; their connections end at once")
    .argument("<device...>", "their names, or how their ids begin or end")
    .action((parts) =>
      choose(async (context) => (await import("./commands/devices.ts")).devicesRevoke(parts)(context)),
    );
  const scope = devices
    .command("scope")
    .description("change what a device may do, and how far; what is not named stays")
    .argument(...device)
    .addOption(scopeOption())
    .option("--unlimited", "without the limits it had");
  for (const option of limitOptions()) scope.addOption(option);
  scope.action((part, flags) =>
    choose(async (context) => (await import("./commands/devices.ts")).devicesScope(part, flags)(context)),
  );
  devices
    .command("rename")
    .description("give a device another name")
    .argument(...device)
    .argument("<name>", "how it is called from now on")
    .action((part, name) =>
      choose(async (context) => (await import("./commands/devices.ts")).devicesRename(part, name)(context)),
    );
  devices
    .command("rotate-key")
    .description("give this host a new key; paired devices take it when they next connect")
    .action(() =>
      choose(async (context) => (await import("./commands/devices.ts")).devicesRotateKey()(context)),
    );
}

function collect(word: string, before: readonly string[] | undefined): readonly string[] {
  return [...(before ?? []), word];
}
