import { chmod, mkdir, open, rename, stat } from "node:fs/promises";
import { dirname } from "node:path";
import type { Clock } from "@nucleic/protocol/core";
import { redact } from "./redact.ts";

/** How much a line of the log matters. */
export type LogLevel = "info" | "warn" | "error";

/** What a host notes of what it does: one JSON object a line, without secrets. Never fails whoever notes something. */
export interface HostLog extends AsyncDisposable {
  note(level: LogLevel, event: string, fields?: Readonly<Record<string, unknown>>): void;
  /** A text without what the log would not write. */
  safe(text: string): string;
  /** From now on that text is never written. */
  hide(secret: string): void;
}

const maxBytes = 8 * 1024 * 1024;
const maxWaiting = 10_000;

/** A log in a file for this user alone. At 8 MiB the file moves aside, and the one before it goes. */
export async function openHostLog(path: string, clock: Clock): Promise<HostLog> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  await chmod(dirname(path), 0o700);
  return new FileLog(path, clock);
}

class FileLog implements HostLog {
  readonly #path: string;
  readonly #clock: Clock;
  readonly #secrets = new Set<string>();
  #waiting: string[] = [];
  #dropped = 0;
  #writing: Promise<void> | undefined;

  constructor(path: string, clock: Clock) {
    this.#path = path;
    this.#clock = clock;
  }

  hide(secret: string): void {
    this.#secrets.add(secret);
  }

  safe(text: string): string {
    return String(redact(text, this.#secrets));
  }

  note(level: LogLevel, event: string, fields: Readonly<Record<string, unknown>> = {}): void {
    if (this.#waiting.length >= maxWaiting) {
      this.#dropped++;
      return;
    }
    const safe = redact(fields, this.#secrets) as object;
    this.#waiting.push(JSON.stringify({ at: this.#clock.now(), level, event, ...safe }));
    this.#writing ??= this.#write().finally(() => {
      this.#writing = undefined;
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    while (this.#writing) await this.#writing;
  }

  async #write(): Promise<void> {
    while (this.#waiting.length > 0) {
      const lines = this.#waiting;
      this.#waiting = [];
      if (this.#dropped > 0) {
        lines.push(
          JSON.stringify({ at: this.#clock.now(), level: "warn", event: "logDropped", lines: this.#dropped }),
        );
        this.#dropped = 0;
      }
      try {
        await this.#append(`${lines.join("\n")}\n`);
      } catch {
        // A full disk: what the log would have said of it, the sessions say.
      }
    }
  }

  async #append(text: string): Promise<void> {
    const size = await stat(this.#path).then(
      (found) => found.size,
      () => 0,
    );
    if (size > maxBytes) await rename(this.#path, `${this.#path}.1`);
    const file = await open(this.#path, "a", 0o600);
    try {
      await file.chmod(0o600);
      await file.appendFile(text);
    } finally {
      await file.close();
    }
  }
}
