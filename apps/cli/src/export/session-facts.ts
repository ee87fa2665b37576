import type { SessionItem } from "@nucleic/protocol/messages";

/** What stands above a transcript: a name and its value. */
export function factsOf(session: SessionItem): readonly (readonly [name: string, value: string])[] {
  const { id, backend, model, branch, status, createdAt } = session;
  return [
    ["session", id],
    ["agent", model === undefined ? backend : `${backend}, ${model}`],
    ...(branch === undefined ? [] : [["branch", branch] as const]),
    ["status", status],
    ["began", new Date(createdAt).toISOString()],
  ];
}
