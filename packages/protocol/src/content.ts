import { z } from "zod";

/** A piece of what a tool answered. */
export const ContentBlock = z
  .discriminatedUnion("kind", [
    z.object({ kind: z.literal("text"), text: z.string() }),
    /** `data` is base64; in a transcript large data stands out of line and `blob` names it by its hash. */
    z.object({
      kind: z.literal("image"),
      mediaType: z.string(),
      data: z.string().optional(),
      blob: z.string().optional(),
    }),
    /** Anything else a backend answered, verbatim. */
    z.object({ kind: z.literal("native"), native: z.unknown() }),
  ])
  .meta({ title: "ContentBlock" });
export type ContentBlock = z.infer<typeof ContentBlock>;

/** One-based, inclusive. */
export const LineRange = z
  .object({ start: z.number().int().positive(), end: z.number().int().positive() })
  .meta({ title: "LineRange" });
export type LineRange = z.infer<typeof LineRange>;

/** Something a person sends along with their text. Each backend renders it in the way its model reads best. */
export const ContextPart = z
  .discriminatedUnion("kind", [
    z.object({ kind: z.literal("file"), path: z.string() }),
    z.object({ kind: z.literal("selection"), path: z.string(), lines: LineRange, text: z.string() }),
    z.object({
      kind: z.literal("diffComment"),
      path: z.string(),
      lines: LineRange.optional(),
      hunk: z.string(),
      comment: z.string(),
    }),
    z.object({
      kind: z.literal("image"),
      mediaType: z.string(),
      data: z.string(),
      name: z.string().optional(),
    }),
    z.object({ kind: z.literal("session"), title: z.string(), text: z.string() }),
  ])
  .meta({ title: "ContextPart" });
export type ContextPart = z.infer<typeof ContextPart>;

/** What a person says to an agent. */
export const AgentInput = z
  .object({ text: z.string(), context: z.array(ContextPart).default([]) })
  .meta({ title: "AgentInput" });
export type AgentInput = z.infer<typeof AgentInput>;
