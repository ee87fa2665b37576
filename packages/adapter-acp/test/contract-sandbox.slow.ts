import { lightEngine } from "@nucleic/sandbox";
import { acpContract } from "./contract.ts";

acpContract("grok", { denialReason: "message", otherModel: "lab-other-model" }, lightEngine());
