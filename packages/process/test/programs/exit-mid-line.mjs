// Writes one line and half of another, complains, and ends with 3.
import { writeSync } from "node:fs";

writeSync(1, "whole\nhalf");
writeSync(2, "giving up\n");
process.exitCode = 3;
