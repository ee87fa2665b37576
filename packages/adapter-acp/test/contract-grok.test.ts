import { acpContract } from "./contract.ts";

acpContract("grok", { otherModel: "grok-4.5" });
