import { asList, asRecord, asString } from "../api/read-body.ts";
import { LabError } from "../lab-error.ts";
import type { Answer } from "./recording.ts";

type Fields = Readonly<Record<string, unknown>>;
type Answering = (answer: Answer, params: Fields) => Fields;

/** What answers each request of the app-server of Codex 0.171.0 that a person answers. */
export const codexAnswers: Readonly<Record<string, Answering>> = {
  "item/commandExecution/requestApproval": decision,
  "item/fileChange/requestApproval": decision,
  "item/permissions/requestApproval": permissions,
  "item/tool/requestUserInput": userInput,
  "mcpServer/elicitation/request": elicitation,
};

function decision(answer: Answer): Fields {
  if ("allow" in answer) return { decision: answer.always ? "acceptForSession" : "accept" };
  if ("deny" in answer) return { decision: "decline" };
  if ("cancel" in answer) return { decision: "cancel" };
  throw unfit(answer);
}

/** There is no word for a refusal: nothing is granted. */
function permissions(answer: Answer, params: Fields): Fields {
  if ("choose" in answer) throw unfit(answer);
  if (!("allow" in answer)) return { permissions: {}, scope: "turn" };
  return { permissions: params.permissions, scope: answer.always ? "session" : "turn" };
}

function userInput(answer: Answer, { questions }: Fields): Fields {
  if (!("choose" in answer)) return { answers: {} };
  const answers = asList(questions).map((asked) => {
    const { id, question } = asRecord(asked);
    const chosen = answer.choose[asString(question, "")];
    return [asString(id, ""), { answers: chosen === undefined ? [] : [chosen] }];
  });
  return { answers: Object.fromEntries(answers) };
}

function elicitation(answer: Answer): Fields {
  if ("choose" in answer) return { action: "accept", content: answer.choose, _meta: null };
  if ("deny" in answer) return { action: "decline", content: null, _meta: null };
  if ("cancel" in answer) return { action: "cancel", content: null, _meta: null };
  return { action: "accept", content: null, _meta: answer.always ? { persist: "session" } : null };
}

const unfit = (answer: Answer): LabError =>
  new LabError("recordFailed", `${JSON.stringify(answer)} is no answer to this`);
