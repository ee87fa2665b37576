import { acpContract } from "./contract.ts";

acpContract("claude-agent-acp", { asksQuestions: false, otherModel: "haiku" });
