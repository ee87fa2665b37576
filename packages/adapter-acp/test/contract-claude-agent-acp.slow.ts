import { acpContract } from "./contract.ts";

// Its model can ask only where the client shows forms, and a refusal has a text of its own.
acpContract("claude-agent-acp", {
  asksQuestions: false,
  denialReason: "nowhere",
  otherModel: "claude-other-model",
});
