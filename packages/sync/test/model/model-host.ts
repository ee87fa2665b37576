import type { ApprovalRequest, Decision } from "@nucleic/protocol";
import type { ClientMessageOf } from "@nucleic/protocol/messages";
import type { IntentAnswer, ServedClient } from "../../src/server/index.ts";
import { MemoryHost, sessionId, type TestRecord } from "../memory-host.ts";
import type { VirtualClock } from "../virtual-clock.ts";
import type { Disk, ModelRecord } from "./disk.ts";
import type { Draw } from "./draw.ts";

/** A record that has no place yet. */
export interface Unwritten {
  readonly kind: string;
  readonly [member: string]: unknown;
}

export interface ModelHostOptions {
  readonly disk: Disk;
  readonly clock: VirtualClock;
  readonly draw: Draw;
  /** An intent is being done. Counted outside of the host, over all its lives. */
  readonly onEffect: (key: string) => void;
  /** An intent has come that had come before. */
  readonly onKnown: () => void;
}

interface Writing {
  readonly event: Unwritten;
  readonly synced: () => void;
}

const maxSyncMs = 30;
const maxStepMs = 20;

/**
 * One life of a host that asks, and that may be killed between any two of its steps. What it shows, and says of an intent,
 * is on its disk by then. It takes its time for all of that.
 */
export class ModelHost extends MemoryHost {
  /** What waits for a person, as far as clients know. */
  readonly open = new Map<string, ApprovalRequest>();
  readonly #options: ModelHostOptions;
  readonly #underway = new Map<string, Promise<IntentAnswer>>();
  /** Decided, and perhaps not yet synced: nobody else decides it any more. */
  readonly #decided = new Map<string, Promise<Decision["kind"]>>();
  #writing: Writing[] = [];
  #isSyncing = false;
  #isDead = false;

  /** Begins where the disk says that the last life ended. */
  constructor(options: ModelHostOptions) {
    super();
    this.#options = options;
    const { log, intents } = options.disk;
    this.log.push(...(log as unknown as TestRecord[]));
    for (const record of log) this.#apply(record);
    for (const [key, { answer }] of intents)
      if (answer === undefined) intents.set(key, { answer: { status: "unknown" } });
  }

  /** Nothing waits to be synced. */
  get isIdle(): boolean {
    return !this.#isSyncing;
  }

  /** Writes a record. Resolves when it is synced and shown; never, where the host is killed before. */
  write(event: Unwritten): Promise<void> {
    return new Promise((synced) => {
      if (this.#isDead) return;
      this.#writing.push({ event, synced });
      if (!this.#isSyncing) void this.#sync();
    });
  }

  ask(id: string): void {
    const request: ApprovalRequest = {
      id: id as ApprovalRequest["id"],
      sessionId,
      tool: "Bash",
      nativeTool: "Bash",
      input: { command: "ls" },
      cwd: "/",
      options: ["allow", "deny"],
      createdAt: 1,
      digest: `digest of ${id}`,
    };
    void this.write({ kind: "approvalRequested", request });
  }

  /** `kill -9`: nothing goes on. Of what was written and not synced the system may have kept a part. */
  kill(): void {
    this.#isDead = true;
    const { disk, draw } = this.#options;
    for (const { event } of this.#writing.slice(0, draw(this.#writing.length + 1)))
      disk.log.push({ ...event, seq: disk.log.length + 1 } as ModelRecord);
    this.#writing = [];
  }

  override asks() {
    return { approvals: [...this.open.values()], questions: [] };
  }

  override async intent(client: ServedClient, message: ClientMessageOf<"intent">): Promise<IntentAnswer> {
    const { intents } = this.#options.disk;
    const key = `${client.id} ${message.id}`;
    await this.#step();
    const known = intents.get(key);
    if (known !== undefined) {
      this.#options.onKnown();
      const answer = known.answer ?? (await this.#underway.get(key));
      return { status: "unknown", ...answer, duplicate: true };
    }
    intents.set(key, {});
    const doing = this.#perform(key, message);
    this.#underway.set(key, doing);
    return await doing;
  }

  async #perform(key: string, message: ClientMessageOf<"intent">): Promise<IntentAnswer> {
    await this.#step();
    this.#options.onEffect(key);
    const answer = { status: "applied", result: await this.#do(message) } as const;
    await this.#step();
    this.#options.disk.intents.set(key, { answer });
    await this.#step();
    return answer;
  }

  async #do({ id, kind, args }: ClientMessageOf<"intent">): Promise<unknown> {
    if (kind !== "approve" && kind !== "deny") {
      await this.write({ kind: "userMessage", text: "go on", context: [], intent: id });
      return { intent: id };
    }
    const { approvalId } = args as { readonly approvalId: string };
    const by = { by: "person" } as const;
    const before = this.#decided.get(approvalId);
    if (before !== undefined) return { outcome: "alreadyResolved", decision: { kind: await before }, by };
    const decision = { kind: kind === "approve" ? "allow" : "deny" } as const;
    const resolved = { kind: "approvalResolved", approvalId, decision, decidedBy: by, intent: id };
    const done = this.write(resolved).then(() => decision.kind);
    this.#decided.set(approvalId, done);
    return { outcome: "accepted", decision: { kind: await done }, by };
  }

  /** Some time of the host's; there is no later for one that is killed meanwhile. */
  async #step(): Promise<void> {
    const { clock, draw } = this.#options;
    await clock.sleep(draw(maxStepMs));
    if (this.#isDead) await new Promise<never>(() => undefined);
  }

  /** In groups: what is written during one sync is synced by the next. */
  async #sync(): Promise<void> {
    const { clock, draw, disk } = this.#options;
    this.#isSyncing = true;
    while (this.#writing.length > 0) {
      const count = this.#writing.length;
      await clock.sleep(1 + draw(maxSyncMs));
      if (this.#isDead) return;
      for (const { event, synced } of this.#writing.splice(0, count)) {
        const record = { ...event, seq: disk.log.length + 1 } as ModelRecord;
        disk.log.push(record);
        this.#show(record);
        synced();
      }
    }
    this.#isSyncing = false;
  }

  #show(record: ModelRecord): void {
    const { seq: _, ...event } = record;
    this.#apply(record);
    this.add(event);
    const { approvalId, decision, kind, request } = record;
    if (kind === "approvalRequested" && request) this.tell({ kind: "asked", approval: request });
    if (kind === "approvalResolved" && approvalId !== undefined && decision)
      this.tell({ kind: "settled", sessionId, id: approvalId, by: { by: "person" }, decision });
  }

  #apply({ approvalId, decision, kind, request }: ModelRecord): void {
    if (kind === "approvalRequested" && request) this.open.set(request.id, request);
    if (kind === "approvalResolved" && approvalId !== undefined && decision) {
      this.open.delete(approvalId);
      this.#decided.set(approvalId, Promise.resolve(decision.kind));
    }
  }
}
