import { matrixColumn } from "./matrix.ts";

matrixColumn("gemini");
