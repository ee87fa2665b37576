import { lightEngine } from "@nucleic/sandbox";
import { claudeContract } from "./contract.ts";

claudeContract("2.1.332", "stdio", lightEngine());
