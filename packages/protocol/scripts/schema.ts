// Writes the JSON Schema files of `schema/`: `pnpm --filter @nucleic/protocol run schema`.
import { mkdir, rm, writeFile } from "node:fs/promises";
import { schemaFiles } from "./schema-files.ts";

const folder = new URL("../schema/", import.meta.url);
await rm(folder, { recursive: true, force: true });
await mkdir(folder);
for (const [name, text] of schemaFiles()) await writeFile(new URL(name, folder), text);
