import { z } from "zod";
import {
  AgentEvent,
  AgentInput,
  ApprovalRequest,
  Decision,
  PROTOCOL_VERSION,
  SessionSpec,
} from "../src/index.ts";
import { ClientMessage, ServerMessage } from "../src/messages/index.ts";

type Json = Readonly<Record<string, unknown>>;

const roots: Readonly<Record<string, z.ZodType>> = {
  "agent-event": AgentEvent,
  "agent-input": AgentInput,
  "approval-request": ApprovalRequest,
  "client-message": ClientMessage,
  decision: Decision,
  "server-message": ServerMessage,
  "session-spec": SessionSpec,
};

/** The text of each file of `schema/`, by its name. */
export function schemaFiles(): ReadonlyMap<string, string> {
  const text = (schema: z.ZodType) => `${JSON.stringify(schemaDocument(schema), null, 2)}\n`;
  return new Map(Object.entries(roots).map(([name, schema]) => [`${name}.json`, text(schema)]));
}

/**
 * A schema as a document of its own, in which whatever has a title is a definition under that title. A reader is
 * lenient: further properties are allowed, and what has a default may be left out.
 */
export function schemaDocument(schema: z.ZodType): Json {
  const { $schema, title, ...body } = z.toJSONSchema(schema, { target: "draft-2020-12", io: "input" });
  const definitions = new Map<string, Json>();
  const hoisted = hoistFrom(body, definitions);
  const $defs = Object.fromEntries([...definitions].sort(([a], [b]) => (a < b ? -1 : 1)));
  return { $schema, $comment: `Nucleic protocol ${PROTOCOL_VERSION}`, title, ...hoisted, $defs };
}

/** Moves each titled schema below `node` to the definitions and leaves a reference behind. */
function hoistFrom(node: Json, definitions: Map<string, Json>): Json {
  return Object.fromEntries(Object.entries(node).map(([key, value]) => [key, hoist(value, definitions)]));
}

function hoist(value: unknown, definitions: Map<string, Json>): unknown {
  if (Array.isArray(value)) return value.map((item) => hoist(item, definitions));
  if (typeof value !== "object" || value === null) return value;
  const { title, ...rest } = hoistFrom({ ...value }, definitions);
  // Where it is no string, `title` is a property that happens to be called so.
  if (typeof title !== "string") return title === undefined ? rest : { ...rest, title };
  const known = definitions.get(title);
  if (known && JSON.stringify(known) !== JSON.stringify(rest))
    throw new Error(`two different schemas have the title ${title}`);
  definitions.set(title, rest);
  return { $ref: `#/$defs/${title}` };
}
