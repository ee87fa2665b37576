import type { AgentEvent, EventOf, PlanEntry } from "@nucleic/protocol/core";
import { noteOf } from "./note-of.ts";
import type { Row, ToolRow } from "./row.ts";

/** What an agent runs with, and the record that says so. */
export interface Started {
  readonly seq: number;
  readonly mode: string | undefined;
}

/** The rows of a session, made of its events in order. */
export class Transcript {
  readonly #rows: Row[] = [];
  readonly #places = new Map<string, number>();
  readonly #toolOfApproval = new Map<string, string>();
  #plan: readonly PlanEntry[] = [];
  #started: Started | undefined;
  #last: readonly Row[] | undefined;

  /** The same array until something changes. */
  get rows(): readonly Row[] {
    this.#last ??= [...this.#rows];
    return this.#last;
  }

  get plan(): readonly PlanEntry[] {
    return this.#plan;
  }

  get started(): Started | undefined {
    return this.#started;
  }

  take(records: readonly AgentEvent[]): void {
    if (records.length > 0) this.#last = undefined;
    for (const record of records) this.#takeOne(record);
  }

  /** What is being said now: of each block that has grown, all of it so far. */
  showLive(blocks: readonly AgentEvent[]): void {
    if (blocks.length > 0) this.#last = undefined;
    for (const block of blocks) {
      if (block.kind === "assistantText") this.#takeText("say", block);
      else if (block.kind === "thinking") this.#takeText("think", block);
      else if (block.kind === "toolOutputDelta")
        this.#change(block.toolCallId, ({ output }) => ({
          output: { ...output, [block.stream ?? "stdout"]: block.text },
        }));
    }
  }

  #takeOne(event: AgentEvent): void {
    switch (event.kind) {
      case "userMessage":
        this.#put({ kind: "user", key: `e${event.seq}`, record: event });
        break;
      case "assistantText":
        this.#takeText("say", event);
        break;
      case "thinking":
        this.#takeText("think", event);
        break;
      case "sessionStarted":
        this.#started = { seq: event.seq ?? 0, mode: event.mode };
        break;
      case "planUpdated":
        this.#plan = event.entries;
        break;
      case "toolCallStarted":
        this.#put(toolRow(event));
        break;
      case "toolCallCompleted":
        this.#change(event.toolCallId, () => ({ input: event.input }));
        break;
      case "toolResult":
        this.#change(event.toolCallId, () => ({ result: event }));
        break;
      case "fileChange":
        this.#takeChange(event);
        break;
      case "approvalRequested":
        this.#takeApproval(event);
        break;
      case "approvalResolved": {
        const call = this.#toolOfApproval.get(event.approvalId);
        this.#change(call, () => ({ decision: event.decision.kind }));
        break;
      }
      default: {
        const note = noteOf(event);
        if (note) this.#put({ kind: "note", key: `e${event.seq}`, ...note });
      }
    }
  }

  #takeText(kind: "say" | "think", event: EventOf<"assistantText" | "thinking">): void {
    const key = `${kind}:${event.messageId}`;
    const place = this.#places.get(key);
    const known = place === undefined ? undefined : this.#rows[place];
    // A delta that arrives after its whole text says nothing new.
    if (event.isPartial && known && "isOpen" in known && !known.isOpen) return;
    const { text, isPartial: isOpen, parentToolCallId } = event;
    this.#put({ kind, key, text, isOpen, isNested: parentToolCallId !== undefined });
  }

  #takeChange({ toolCallId, path, diff }: EventOf<"fileChange">): void {
    if (diff === undefined) return;
    this.#change(toolCallId, ({ diffs }) => ({ diffs: [...diffs, { path, diff }] }));
  }

  #takeApproval({ request, auto }: EventOf<"approvalRequested">): void {
    if (request.toolCallId === undefined) return;
    this.#toolOfApproval.set(request.id, request.toolCallId);
    if (auto === undefined) this.#change(request.toolCallId, () => ({ asked: request }));
  }

  #put(row: Row): void {
    const place = this.#places.get(row.key);
    if (place !== undefined) this.#rows[place] = row;
    else this.#places.set(row.key, this.#rows.push(row) - 1);
  }

  /** A call whose beginning is not here, being older than what is shown, is left out. */
  #change(id: string | undefined, make: (row: ToolRow) => Partial<ToolRow>): void {
    const place = this.#places.get(`tool:${id}`);
    const row = place === undefined ? undefined : this.#rows[place];
    if (place === undefined || row?.kind !== "tool") return;
    this.#rows[place] = { ...row, ...make(row) };
  }
}

function toolRow({
  toolCallId,
  tool,
  nativeTool,
  title,
  parentToolCallId,
}: EventOf<"toolCallStarted">): ToolRow {
  return {
    kind: "tool",
    key: `tool:${toolCallId}`,
    ...{ tool, nativeTool, title, isNested: parentToolCallId !== undefined },
    ...{ input: undefined, output: {}, result: undefined, diffs: [], asked: undefined, decision: undefined },
  };
}
