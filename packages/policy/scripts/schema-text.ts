import { z } from "zod";
import { PolicySchema } from "../src/file/index.ts";

/** The text of `schema/policy.json`. */
export function schemaText(): string {
  return `${JSON.stringify(z.toJSONSchema(PolicySchema, { target: "draft-2020-12", io: "input" }), null, 2)}\n`;
}
