// Closes its stdin, then hangs.
import { closeSync } from "node:fs";

closeSync(0);
setInterval(() => {}, 1 << 30);
console.log("ready");
