import { writeFileSync } from "node:fs";
import { buildProgram } from "../src/program.ts";
import { manPage } from "./man-page.ts";

const page = manPage(buildProgram("0.0.0", () => undefined));
writeFileSync(new URL("../man/nucleic.1", import.meta.url), page);
