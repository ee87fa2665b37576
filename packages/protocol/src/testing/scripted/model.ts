import type { AgentInput } from "../../content.ts";
import type { EventBodyOf } from "../../event.ts";
import type { PlanEntry } from "../../events/change.ts";
import type { Reply, Scenario, Step } from "../scenario.ts";

/** What a scripted agent's own program can do besides what its model says. */
export type ScriptedStep =
  | Step
  /** The program tells its plan, as it stands now. */
  | { readonly plan: readonly PlanEntry[] }
  /** The program writes something this protocol does not model: a `raw` event. */
  | { readonly raw: unknown }
  /** The program dies here, as by SIGKILL where no exit code is given. */
  | { readonly crash: { readonly exitCode?: number; readonly stderr?: string } };

/** Everything that was said so far, in order, as the model gets to see it. */
export interface Message {
  readonly role: "user" | "assistant" | "tool";
  readonly text: string;
}

/** One request to the model: at the start of a turn, and again each time the tools it called have answered. */
export interface ModelRequest {
  /** What began the turn. */
  readonly input: AgentInput;
  /** 0 for the first request of the turn. */
  readonly step: number;
  /** What the tools of the reply before answered. */
  readonly results: readonly EventBodyOf<"toolResult">[];
  readonly history: readonly Message[];
  readonly model: string | undefined;
  readonly mode: string | undefined;
}

/** A model as a function. A reply without tool calls ends the turn. */
export type Model = (request: ModelRequest) => readonly ScriptedStep[];

const allDone: Reply = [{ say: "All done." }];

/** The model of a scenario: its n-th reply answers the n-th request of all its sessions together. */
export function scenarioModel(scenario: Scenario): Model {
  const replies = scenario.replies[Symbol.iterator]();
  return () => replies.next().value ?? allDone;
}
