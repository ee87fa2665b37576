// The cost of importing a package, in a fresh process.
import { sample } from "../measure.ts";

const [specifier = ""] = process.argv.slice(2);
await sample(async () => Object.keys((await import(specifier)) as object).length);
