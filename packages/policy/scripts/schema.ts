// Writes `schema/policy.json`: `pnpm --filter @nucleic/policy run schema`.
import { mkdir, writeFile } from "node:fs/promises";
import { schemaText } from "./schema-text.ts";

const folder = new URL("../schema/", import.meta.url);
await mkdir(folder, { recursive: true });
await writeFile(new URL("policy.json", folder), schemaText());
