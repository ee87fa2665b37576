import { contextText, type RunFiles } from "@nucleic/adapter-kit";
import type { AgentInput, ContextPart } from "@nucleic/protocol";

type Image = Extract<ContextPart, { kind: "image" }>;

const extensions: Readonly<Record<string, string>> = {
  "image/png": "png",
  "image/jpeg": "jpg",
  "image/gif": "gif",
  "image/webp": "webp",
};

/** What goes to stdin. What a person attached comes first; the text stands last, where the model looks for the task. */
export function promptOf({ text, context }: AgentInput): string {
  const parts = context.flatMap((part) => (part.kind === "image" ? [] : [contextText(part)]));
  return [...parts, text].join("\n\n");
}

/** Writes the images of a message where Codex can read them, and answers their paths. */
export async function writeImages(files: RunFiles, { context }: AgentInput): Promise<string[]> {
  const images = context.filter((part): part is Image => part.kind === "image");
  return Promise.all(
    images.map(({ mediaType, data }) =>
      files.write(`${crypto.randomUUID()}.${extensions[mediaType] ?? "png"}`, Buffer.from(data, "base64")),
    ),
  );
}
