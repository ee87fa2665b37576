import type { CommonInput } from "@nucleic/adapter-kit";
import type { ProcessExit } from "@nucleic/process";
import type { AgentInput } from "@nucleic/protocol";
import type { DecodedExecLine } from "../wire/messages.ts";
import type { ExecSettings } from "./state.ts";

/** Everything that moves a session, in the order in which it happens. */
export type ExecInput =
  | CommonInput
  | { readonly kind: "line"; readonly line: DecodedExecLine }
  /** A line of stderr. */
  | { readonly kind: "stderrLine"; readonly line: string }
  /** A person's message that waits for the turn that runs. */
  | { readonly kind: "queued"; readonly input: AgentInput }
  /** A turn begins: a process is about to be started for it. `queued`: its message has been told before. */
  | {
      readonly kind: "begin";
      readonly input: AgentInput;
      readonly queued: boolean;
      readonly settings: ExecSettings;
    }
  /** The process of the turn has ended, and with it the turn. The run goes on. */
  | { readonly kind: "turnExit"; readonly exit: ProcessExit };
