import { asList, asRecord } from "../api/read-body.ts";
import { LabError } from "../lab-error.ts";
import type { Answer } from "./recording.ts";

type Fields = Readonly<Record<string, unknown>>;
type Answering = (answer: Answer, params: Fields) => Fields;

/** What answers the requests of an ACP agent that a person answers. Those of `_x.ai` are Grok's own (1.0.41). */
export const acpAnswers: Readonly<Record<string, Answering>> = {
  "session/request_permission": permission,
  "_x.ai/exit_plan_mode": exitPlan,
  "_x.ai/ask_user_question": question,
};

const kinds = (answer: Answer): readonly string[] => {
  if ("allow" in answer)
    return answer.always ? ["allow_always", "allow_once"] : ["allow_once", "allow_always"];
  return "deny" in answer ? ["reject_once", "reject_always"] : [];
};

/** By the kind of the option: ids are the agent's own. Not every agent offers every kind. */
function permission(answer: Answer, { options }: Fields): Fields {
  if ("cancel" in answer) return cancelled;
  const offered = asList(options).map(asRecord);
  for (const kind of kinds(answer)) {
    const option = offered.find((one) => one.kind === kind);
    if (option) return { outcome: { outcome: "selected", optionId: option.optionId } };
  }
  throw new LabError(
    "recordFailed",
    `no option of ${JSON.stringify(options)} says ${JSON.stringify(answer)}`,
  );
}

const cancelled: Fields = { outcome: { outcome: "cancelled" } };

/** Whatever is not `approved` means that the plan is not. */
function exitPlan(answer: Answer): Fields {
  if ("allow" in answer) return { outcome: "approved" };
  return "deny" in answer ? { outcome: "rejected", feedback: answer.deny } : { outcome: "cancelled" };
}

function question(answer: Answer): Fields {
  return "choose" in answer ? { outcome: "accepted", answers: answer.choose } : { outcome: "cancelled" };
}
