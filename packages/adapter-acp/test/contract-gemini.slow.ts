import { acpContract } from "./contract.ts";

acpContract("gemini", {
  asksQuestions: false,
  denialReason: "nowhere",
  otherModel: "gemini-2.5-pro",
  timeoutMs: 180_000,
});
