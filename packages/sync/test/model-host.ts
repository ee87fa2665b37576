import type { ApprovalRequest, Decision, IntentId } from "@nucleic/protocol";
import type { ClientMessageOf } from "@nucleic/protocol/messages";
import type { IntentAnswer, ServedClient } from "../src/server/index.ts";
import { MemoryHost, sessionId } from "./memory-host.ts";
import type { VirtualClock } from "./virtual-clock.ts";

/**
 * A host that asks, and that can die between recording an intent and doing it. Log, intents and what is asked outlive it,
 * as they would on disk. It takes its time for what it does.
 */
export class ModelHost extends MemoryHost {
  readonly open = new Map<string, ApprovalRequest>();
  readonly winners = new Map<string, Decision["kind"]>();
  /** How often each intent was done. */
  readonly times = new Map<IntentId, number>();
  readonly answers = new Map<IntentId, IntentAnswer>();
  readonly #begun = new Map<IntentId, Promise<IntentAnswer>>();
  readonly #clock: VirtualClock;
  #life = 0;
  #asked = 0;

  constructor(clock: VirtualClock) {
    super();
    this.#clock = clock;
  }

  ask(): void {
    const id = `approval-${++this.#asked}` as ApprovalRequest["id"];
    const request: ApprovalRequest = {
      id,
      sessionId,
      tool: "Bash",
      nativeTool: "Bash",
      input: { command: "ls" },
      cwd: "/",
      options: ["allow", "deny"],
      createdAt: 1,
      digest: `digest of ${id}`,
    };
    this.open.set(id, request);
    this.add({ kind: "approvalRequested", request });
    this.tell({ kind: "asked", approval: request });
  }

  /** Dies, and another takes its place at once: what was begun is never done, and nobody is told what became of it. */
  crash(): void {
    this.#life++;
    for (const id of this.#begun.keys())
      if (!this.answers.has(id)) this.answers.set(id, { status: "unknown" });
    this.#begun.clear();
  }

  override asks() {
    return { approvals: [...this.open.values()], questions: [] };
  }

  override async intent(_: ServedClient, message: ClientMessageOf<"intent">): Promise<IntentAnswer> {
    const known = this.answers.get(message.id) ?? (await this.#begun.get(message.id));
    if (known) return { ...known, duplicate: true };
    const doing = this.#perform(message);
    this.#begun.set(message.id, doing);
    return await doing;
  }

  async #perform(message: ClientMessageOf<"intent">): Promise<IntentAnswer> {
    const life = this.#life;
    await this.#clock.sleep(20);
    // Its process is gone: no word of it reaches anybody.
    if (life !== this.#life) return await new Promise<never>(() => undefined);
    this.times.set(message.id, (this.times.get(message.id) ?? 0) + 1);
    const answer = { status: "applied", result: this.#do(message) } as const;
    this.answers.set(message.id, answer);
    return answer;
  }

  #do({ kind, args }: ClientMessageOf<"intent">): unknown {
    if (kind !== "approve" && kind !== "deny") {
      this.append("userMessage");
      return { nth: this.log.length };
    }
    const { approvalId } = args as { readonly approvalId: string };
    const by = { by: "person" } as const;
    const isOpen = this.open.delete(approvalId);
    if (isOpen) {
      const decision = { kind: kind === "approve" ? "allow" : "deny" } as const;
      this.winners.set(approvalId, decision.kind);
      this.add({ kind: "approvalResolved", approvalId, decision, decidedBy: by });
      this.tell({ kind: "settled", sessionId, id: approvalId, by, decision });
    }
    const decision = { kind: this.winners.get(approvalId) };
    return { outcome: isOpen ? "accepted" : "alreadyResolved", decision, by };
  }
}
