import { claudeContract } from "./contract.ts";

claudeContract("2.1.332", "http");
