import { acpContract } from "./contract.ts";

// It hands on no questions, and a refusal ends the turn without a word.
acpContract("codex-acp", { asksQuestions: false, denialReason: "nowhere", otherModel: "gpt-5.4-mini" });
