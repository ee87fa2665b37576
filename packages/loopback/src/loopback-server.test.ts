import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { LoopbackServer, type Seat } from "./loopback-server.ts";
import { send } from "./testing/send.ts";
import { strangers } from "./testing/strangers.ts";

let server: LoopbackServer;
let seat: Seat;
let served: unknown[];
beforeEach(async () => {
  server = new LoopbackServer();
  served = [];
  seat = await server.open(async (_request, response, body) => {
    served.push(body);
    response.end("mine");
  });
});
afterEach(() => seat.leave());

test("whoever has the token is served", async () => {
  expect(await send(seat, { body: '{"a":1}' })).toMatchObject({ status: 200, body: "mine" });
  expect(served).toEqual([{ a: 1 }]);
});

describe("everybody else is refused, and nothing of it is served", () => {
  test.each(strangers)("$name", async (attempt) => {
    const answer = await send(seat, attempt);
    expect([...attempt.refusedWith, 0]).toContain(answer.status);
    expect(answer.headers).not.toHaveProperty("access-control-allow-origin");
    expect(answer.headers).not.toHaveProperty("www-authenticate");
    expect(served).toEqual([]);
  });

  test("a missing and a wrong token get the same answer", async () => {
    const answers = await Promise.all(
      [undefined, `Bearer ${"A".repeat(43)}`, "Basic eDp4"].map((authorization) =>
        send(seat, { headers: { authorization } }),
      ),
    );
    const seen = answers.map(({ status, body, headers: { date: _, ...headers } }) => ({
      status,
      body,
      headers,
    }));
    expect(new Set(seen.map((answer) => JSON.stringify(answer))).size).toBe(1);
  });
});

test("it listens on loopback alone", () => {
  expect(new URL(seat.url).hostname).toBe("127.0.0.1");
  expect(seat.url).not.toContain(seat.token);
});

test("each seat has a token of 256 bits, which serves it alone and ends with it", async () => {
  const other = await server.open(async (_request, response) => void response.end("other's"));
  expect(new URL(other.url).port).toBe(new URL(seat.url).port);
  expect(Buffer.from(other.token, "base64url")).toHaveLength(32);
  expect(other.token).not.toBe(seat.token);
  expect((await send(other, {})).body).toBe("other's");
  expect((await send(seat, {})).body).toBe("mine");
  await other.leave();
  await other.leave();
  expect((await send(other, {})).status).toBe(401);
  expect((await send(seat, {})).status).toBe(200);
});

test("the last to leave closes the server, whatever is still open, and the next one opens it again", async () => {
  const hanging = await server.open(() => new Promise(() => {}));
  const unanswered = send(hanging, {});
  await send(seat, {});
  await Promise.all([seat.leave(), hanging.leave()]);
  expect((await unanswered).status).toBe(0);
  await expect(send(seat, {})).rejects.toMatchObject({ code: "ECONNREFUSED" });
  seat = await server.open(async (_request, response) => void response.end("again"));
  expect((await send(seat, {})).body).toBe("again");
});

test("who fails to answer is cut off, and the others are not", async () => {
  const failing = await server.open(() => Promise.reject(new Error("broken")));
  expect((await send(failing, {})).status).toBe(0);
  expect((await send(seat, {})).status).toBe(200);
  await failing.leave();
});
