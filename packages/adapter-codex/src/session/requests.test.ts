import { JsonRpcError } from "@nucleic/process";
import { NucleicError, systemClock } from "@nucleic/protocol";
import { expect, test } from "vitest";
import { Requests } from "./requests.ts";

interface Sent {
  readonly method: string;
  readonly id: number;
}

function open() {
  const sent: Sent[] = [];
  const requests = new Requests({ write: async (message) => void sent.push(message as Sent) }, systemClock);
  return { sent, requests };
}

test("answers find who asked, in whatever order, and are read as they arrive", async () => {
  const { sent, requests } = open();
  const order: string[] = [];
  const take = (result: unknown) => order.push(String(result));
  const both = [requests.request("a", {}, { take }), requests.request("b", {}, { take })];
  expect(sent.map(({ method }) => method)).toEqual(["a", "b"]);
  requests.settle({ status: "response", id: 2, result: "second" });
  order.push("behind it");
  requests.settle({ status: "response", id: 1, result: "first" });
  await Promise.all(both);
  expect(order).toEqual(["second", "behind it", "first"]);
});

test("a refusal is thrown as it came; an answer that nobody waits for is passed over", async () => {
  const { requests } = open();
  const refused = requests.request("a", {});
  requests.settle({ status: "response", id: 7, result: {} });
  requests.settle({ status: "error", id: undefined, error: { code: -1, message: "to nobody" } });
  requests.settle({ status: "error", id: 1, error: { code: -32_600, message: "no" } });
  await expect(refused).rejects.toThrow(new JsonRpcError(-32_600, "no"));
});

test("the end of the server fails what waits, and whatever comes after", async () => {
  const { requests } = open();
  const gone = new NucleicError("crashed", "gone");
  const waiting = requests.request("a", {});
  requests.fail(gone);
  await expect(waiting).rejects.toBe(gone);
  await expect(requests.request("b", {})).rejects.toBe(gone);
});

test("a server that does not answer is busy", async () => {
  const { requests } = open();
  const late = requests.request("a", {}, { timeoutMs: 1 });
  await expect(late).rejects.toMatchObject({ code: "sessionBusy" });
});
