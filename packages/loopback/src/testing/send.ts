import { request as httpRequest, type IncomingHttpHeaders } from "node:http";
import { connect } from "node:net";
import type { Attempt } from "./strangers.ts";

/** What came back; the status is 0 where the connection was cut off instead. */
export interface Answered {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

const cut: Answered = { status: 0, headers: {}, body: "" };

/** Sends one request to a seat, with everything that it needs but for what the attempt says otherwise. */
export async function send(
  seat: { url: string; token: string },
  attempt: Partial<Attempt>,
): Promise<Answered> {
  const { hostname: host, port, pathname } = new URL(seat.url);
  if (attempt.raw !== undefined) return sendRaw(Number(port), attempt.raw.replace("TOKEN", seat.token));
  const { method = "POST", path = pathname, body = "{}" } = attempt;
  const headers: Record<string, string | undefined> = {
    authorization: `Bearer ${seat.token}`,
    "content-type": "application/json",
    accept: "application/json, text/event-stream",
    ...attempt.headers,
  };
  const given = Object.entries(headers).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value]],
  );
  return new Promise((resolve, reject) => {
    const sent = httpRequest(
      { host, port, method, path, headers: Object.fromEntries(given), agent: false },
      (response) => {
        const chunks: Buffer[] = [];
        response.on("data", (chunk: Buffer) => chunks.push(chunk));
        response.on("error", () => resolve(cut));
        response.on("end", () =>
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            body: Buffer.concat(chunks).toString(),
          }),
        );
      },
    );
    sent.on("error", (error: NodeJS.ErrnoException) =>
      error.code === "ECONNRESET" || error.code === "EPIPE" ? resolve(cut) : reject(error),
    );
    sent.end(body);
  });
}

async function sendRaw(port: number, text: string): Promise<Answered> {
  const socket = connect(port, "127.0.0.1");
  socket.end(text.replace("PORT", String(port)));
  let answer = "";
  for await (const chunk of socket) answer += chunk;
  return { ...cut, status: Number(/^HTTP\/1\.\d (\d{3})/.exec(answer)?.[1] ?? 0), body: answer };
}
