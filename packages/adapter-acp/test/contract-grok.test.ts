import { acpContract } from "./contract.ts";

acpContract("grok", { denialReason: "message", otherModel: "lab-other-model" });
