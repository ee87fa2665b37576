import { matrixColumn } from "./matrix.ts";

matrixColumn("opencode");
