import { z } from "zod";
import { event } from "./envelope.ts";

/** How programs may be confined. `auto` takes the first that works on the machine, and nothing where none does. */
export const SandboxChoice = z.enum(["auto", "none", "light", "container"]).meta({ title: "SandboxChoice" });
export type SandboxChoice = z.infer<typeof SandboxChoice>;

/** What stands between the agent of the run that begins now and the machine. Where `engine` is `none`, nothing does. */
export const SandboxPrepared = event("sandboxPrepared", {
  /** `none`, `light`, `container`, or one of a newer version. */
  engine: z.string(),
  /** Only the worktree and what was chosen can be read and written. */
  files: z.boolean(),
  /** No process outside can be seen or signalled. */
  processes: z.boolean(),
  /** `off`; `allowed`: the hosts of the list, by a proxy; `on`: nothing keeps it from the network. */
  network: z.enum(["off", "allowed", "on"]),
  /** `api.example.com:443`. */
  hosts: z.array(z.string()).optional(),
  /** The limits that hold, by name. */
  limits: z.array(z.string()),
  /** Why it is another one than was wished for. */
  message: z.string().optional(),
});

/** The sandbox has kept a program of the run from something. */
export const SandboxRefusal = event("sandboxRefusal", {
  /** What it was kept from: a host of the network, or more of what is limited. */
  what: z.enum(["network", "limit"]),
  /** `example.com:443`, or the limit by name. */
  target: z.string(),
  reason: z.string(),
  /** How to have it allowed. */
  hint: z.string().optional(),
});
