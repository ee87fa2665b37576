import { Option } from "commander";
import { approveChoices } from "./approvals/choice.ts";

export const approveOption = () =>
  new Option("--approve <who>", "who answers the agent: you, nobody, or a policy and you for the rest")
    .choices([...approveChoices])
    .default("ask");

export const sandboxChoices = ["auto", "none", "light", "container"] as const;

export const sandboxOption = () =>
  new Option(
    "--sandbox <engine>",
    "what confines the agent: bubblewrap (light), podman or docker (container), the first that works (auto), nothing (default: as before, the project's own, none)",
  ).choices([...sandboxChoices]);

export const allowHostOption = () =>
  new Option(
    "--allow-host <host>",
    "a host that the agent may reach from its sandbox, name or name:port, and no others; repeatable",
  ).argParser((word: string, before: readonly string[] | undefined) => [...(before ?? []), word]);

export const shipOption = () =>
  new Option("--ship", "merge the work by itself once it is done; implies --approve policy").implies({
    approve: "policy",
  });

export const envOption = () =>
  new Option(
    "--env <name>",
    "hand a variable of yours on to the agent: NAME, or NAME=value; repeatable",
  ).argParser((word: string, before: readonly string[] | undefined) => [...(before ?? []), word]);
