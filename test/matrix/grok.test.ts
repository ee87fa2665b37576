import { matrixColumn } from "./matrix.ts";

matrixColumn("grok");
