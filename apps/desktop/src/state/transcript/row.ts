import type { ApprovalRequest, Decision, EventOf, ToolInput, ToolName } from "@nucleic/protocol/core";

/** One line of a transcript as it is shown. A row that changes is another object. */
export type Row =
  | {
      readonly kind: "user";
      readonly key: string;
      readonly record: EventOf<"userMessage">;
    }
  | {
      readonly kind: "say" | "think";
      readonly key: string;
      readonly text: string;
      /** More of it may come. */
      readonly isOpen: boolean;
      readonly isNested: boolean;
    }
  | ToolRow
  | {
      readonly kind: "note";
      readonly key: string;
      readonly tone: "plain" | "good" | "bad" | "warn";
      readonly text: string;
      readonly detail?: string | undefined;
    };

/** A tool call, from its first word to what came of it. */
export interface ToolRow {
  readonly kind: "tool";
  readonly key: string;
  readonly tool: ToolName;
  readonly nativeTool: string;
  readonly title: string | undefined;
  readonly isNested: boolean;
  readonly input: ToolInput | undefined;
  /** While it runs: the end of what it wrote, by where. */
  readonly output: { readonly stdout?: string; readonly stderr?: string };
  readonly result: Pick<EventOf<"toolResult">, "content" | "isError" | "exitCode" | "durationMs"> | undefined;
  readonly diffs: readonly { readonly path: string; readonly diff: string }[];
  readonly asked: ApprovalRequest | undefined;
  readonly decision: Decision["kind"] | undefined;
}
