import { matrixColumn } from "./matrix.ts";

matrixColumn("claude-agent-acp");
