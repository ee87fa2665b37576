import { readFileSync } from "node:fs";
import type { ApprovalRequest, Risk } from "@nucleic/protocol";

const linesOf = (name: string) =>
  readFileSync(new URL(`corpus/${name}.txt`, import.meta.url), "utf8")
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("# "));

/** Every command of the corpus, and the risk it is to have. */
export const commands = linesOf("commands").map((line) => {
  const [risk = "", ...rest] = line.split(" ");
  return [rest.join(" ").replaceAll("↵", "\n"), risk as Risk] as const;
});

/** Every call of another tool. */
export const toolCalls = linesOf("tools").map((line) => {
  const [risk = "", tool = "", ...rest] = line.split(" ");
  return [tool, JSON.parse(rest.join(" ")) as Record<string, unknown>, risk as Risk] as const;
});

/** A request for it from an agent that works in /srv/tree. */
export function requestFor(tool: string, input: object, more: object = {}): ApprovalRequest {
  const base = { id: "a", sessionId: "s", nativeTool: tool, cwd: "/srv/tree", options: [], createdAt: 1 };
  return { ...base, tool, input, ...more } as unknown as ApprovalRequest;
}
