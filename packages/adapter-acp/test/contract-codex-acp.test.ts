import { acpContract } from "./contract.ts";

acpContract("codex-acp", { asksQuestions: false, otherModel: "gpt-5.4-mini" });
