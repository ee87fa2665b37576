import { matrixColumn } from "./matrix.ts";

matrixColumn("claude");
