import { acpContract } from "./contract.ts";

acpContract("opencode", { asksQuestions: false, denialReason: "nowhere", timeoutMs: 180_000 });
