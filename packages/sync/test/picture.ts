import assert from "node:assert/strict";
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
      assert.equal(news.cursor.logId, this.logId, "records of the log that the client has");
    }
    this.logId = news.cursor.logId;
    for (const record of news.records as readonly TestRecord[]) {
      assert(news.kind === "snapshot" || record.seq > this.head, "behind what came before");
      this.records.set(record.seq, record);
    }
    this.head = news.cursor.seq;
  }
}
