import type { ApprovalId, IntentId, Verbosity } from "@nucleic/protocol";
import { type Board, HostClient, HostError } from "../../src/client/index.ts";
import type { HostConnection } from "../../src/noise/connect-host.ts";
import { sessionId } from "../memory-host.ts";
import { Picture } from "../picture.ts";
import type { VirtualClock } from "../virtual-clock.ts";
import type { Draw } from "./draw.ts";
import type { Network } from "./network.ts";
import { tapped } from "./tap.ts";

/** Something that a device has asked for, and what it was told became of it. */
export interface Told {
  readonly id: IntentId;
  readonly approvalId?: ApprovalId;
  readonly result: unknown;
  /** Sends the very same once more. */
  readonly again: () => Promise<unknown>;
}

export interface DeviceOptions {
  readonly id: string;
  /** As its keys name it. */
  readonly deviceId: string;
  readonly verbosity: Verbosity;
  readonly clock: VirtualClock;
  readonly draw: Draw;
  readonly network: Network;
  readonly connection: HostConnection;
}

/** What a device is told where nobody can say what became of it. */
export const unknown = "unknown";

export class Device {
  readonly picture = new Picture();
  readonly told: Told[] = [];
  readonly options: DeviceOptions;
  /** Approvals that it has ever shown to its person. */
  readonly seen = new Set<string>();
  board: Board | undefined;
  readonly #client: HostClient;
  readonly #reading: Promise<void>;
  #sent = 0;
  #fault: { readonly error: unknown } | undefined;

  constructor(options: DeviceOptions) {
    const { clock, connection, draw, id } = options;
    this.options = options;
    this.#client = new HostClient({
      name: id,
      clock,
      random: () => draw(1_000) / 1_000,
      connect: async (signal) =>
        tapped(await connection.open(signal), (error) => {
          this.#fault ??= { error };
        }),
    });
    this.#client.onBoard((board) => {
      this.board = board;
      for (const approval of board.approvals) this.seen.add(approval.id);
    });
    this.#reading = this.#read();
  }

  get waits(): number {
    return this.#sent - this.told.length;
  }

  /** @throws what the device has noticed */
  check(): void {
    if (this.#fault !== undefined) throw this.#fault.error;
  }

  answer(approvalId: ApprovalId, digest: string, isAllowed: boolean): void {
    const id = this.#nextId();
    const options = { id, sessionId };
    const allowed = { approvalId, digest, decision: { kind: "allow" } } as const;
    this.#ask({ id, approvalId }, () =>
      isAllowed
        ? this.#client.intent("approve", allowed, options)
        : this.#client.intent("deny", { approvalId }, options),
    );
  }

  prompt(): void {
    const id = this.#nextId();
    const input = { text: "go on", context: [] };
    this.#ask({ id }, () => this.#client.intent("prompt", { input }, { id, sessionId }));
  }

  async close(): Promise<void> {
    await this.#client.close();
    await this.#reading;
  }

  #nextId(): IntentId {
    return `${this.options.id}-${++this.#sent}` as IntentId;
  }

  #ask(about: Pick<Told, "id" | "approvalId">, send: () => Promise<unknown>): void {
    const again = async () => {
      try {
        return await send();
      } catch (error) {
        if (error instanceof HostError && error.code === "outcomeUnknown") return unknown;
        throw error;
      }
    };
    again().then(
      (result) => this.told.push({ ...about, result, again }),
      (error: unknown) => {
        this.#fault ??= { error };
      },
    );
  }

  /** As fast as it likes: now and then it looks at nothing for a while. */
  async #read(): Promise<void> {
    const { clock, draw, verbosity } = this.options;
    try {
      for await (const news of this.#client.follow(sessionId, { tail: 2_000, credit: 4_000, verbosity })) {
        this.picture.take(news);
        if (draw(12) === 0) await clock.sleep(draw(400));
      }
    } catch (error) {
      this.#fault ??= { error };
    }
  }
}
