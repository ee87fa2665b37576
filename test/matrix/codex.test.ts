import { matrixColumn } from "./matrix.ts";

matrixColumn("codex");
