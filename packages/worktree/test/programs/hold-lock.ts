// Takes the lock named by its argument, says so, and holds it until it is killed.
import { acquireLock } from "../../src/lock.ts";

await acquireLock(process.argv[2] ?? "");
process.stdout.write("locked\n");
process.stdin.resume();
