import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import type { SessionId } from "@nucleic/protocol";
import { describe, expect, it, onTestFinished } from "vitest";
import type { Notice } from "./notice.ts";
import { webhookSink } from "./webhook-sink.ts";

const notice: Notice = {
  id: "a",
  sessionId: "s" as SessionId,
  reason: "approval",
  title: "Nucleic: needs your approval",
  body: "Mend the cart",
};
const never = new AbortController().signal;

/** A server that answers so; what it was sent. */
async function server(answer: (response: ServerResponse) => void) {
  const got: {
    readonly url: string | undefined;
    readonly type: string | undefined;
    readonly body: unknown;
  }[] = [];
  const listening = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += String(chunk);
    got.push({ url: request.url, type: request.headers["content-type"], body: JSON.parse(body) });
    answer(response);
  });
  listening.listen(0, "127.0.0.1");
  await once(listening, "listening");
  onTestFinished(() => {
    listening.closeAllConnections();
    listening.close();
  });
  const address = listening.address();
  return { got, url: `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}/secret` };
}

describe("a webhook", () => {
  const { body: words, ...ids } = notice;

  it.each([
    ["ids and the reason alone", false, { v: 1, ...ids }],
    ["the title too, where a person wants that", true, { v: 1, ...ids, body: words }],
  ])("is posted %s", async (_, titles, body) => {
    const { got, url } = await server((response) => response.writeHead(204).end());
    await webhookSink({ url, titles }).show(notice, never);
    expect(got).toEqual([{ url: "/secret", type: "application/json", body }]);
  });

  it("follows no redirect, and says of a refusal no more than its status", async () => {
    const other = await server((response) => response.end());
    const { url, got } = await server((response) => response.writeHead(307, { location: other.url }).end());
    const failed = webhookSink({ url }).show(notice, never);
    await expect(failed).rejects.toThrow(/^the webhook at 127\.0\.0\.1:\d+ answered 307$/);
    expect([got.length, other.got.length]).toEqual([1, 0]);
  });

  it("is given up with its signal, and not reached where nobody is", async () => {
    const stop = new AbortController();
    const { url } = await server(() => stop.abort());
    await expect(webhookSink({ url }).show(notice, stop.signal)).rejects.toThrow(/could not be reached$/);
    const nobody = webhookSink({ url: "http://127.0.0.1:1/secret" }).show(notice, never);
    await expect(nobody).rejects.toThrow(/^the webhook at 127\.0\.0\.1:1 could not be reached$/);
  });

  it.each(["http://example.org/", "http://127.0.0.1.example.org/", "ftp://localhost/", "no address"])(
    "takes no address that others can read on the way: %s",
    (url) => expect(() => webhookSink({ url })).toThrow(TypeError),
  );
});
