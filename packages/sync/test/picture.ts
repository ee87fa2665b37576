import { expect } from "vitest";
import type { SessionNews } from "../src/client/index.ts";
import type { TestRecord } from "./memory-host.ts";

/** What a client makes of the news: the records that it has, by their seq. */
export class Picture {
  readonly records = new Map<number, TestRecord>();
  logId = "";
  head = 0;
  snapshots = 0;

  take(news: SessionNews): void {
    if (news.kind === "partials" || news.kind === "live") return;
    if (news.kind === "snapshot") {
      this.records.clear();
      this.snapshots++;
    } else {
      expect(news.cursor.logId, "records of the log that the client has").toBe(this.logId);
    }
    this.logId = news.cursor.logId;
    for (const record of news.records as readonly TestRecord[]) {
      if (news.kind === "records") expect(record.seq, "behind what came before").toBeGreaterThan(this.head);
      this.records.set(record.seq, record);
    }
    this.head = news.cursor.seq;
  }
}
