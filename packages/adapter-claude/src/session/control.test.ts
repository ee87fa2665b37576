import { Writer } from "@nucleic/adapter-kit";
import { type Clock, NucleicError, systemClock } from "@nucleic/protocol";
import { expect, test } from "vitest";
import type { ControlResponseMessage } from "../wire/messages.ts";
import { ControlChannel } from "./control.ts";

type Outcome = ControlResponseMessage["outcome"];

function channel(clock: Clock = systemClock) {
  const sent: { request_id: string; request: object }[] = [];
  const control = new ControlChannel(
    { write: async (message) => void sent.push(message as (typeof sent)[number]) },
    clock,
  );
  const settle = (nth: number, outcome: Outcome) =>
    control.settle({ type: "control_response", requestId: sent[nth]?.request_id ?? "", outcome });
  return { control, sent, settle };
}

test("each request has an id of its own, and answers may come in any order", async () => {
  const { control, sent, settle } = channel();
  const first = control.request("set_model", { model: "a" });
  const second = control.request("interrupt");
  expect(sent.map(({ request }) => request)).toEqual([
    { subtype: "set_model", model: "a" },
    { subtype: "interrupt" },
  ]);
  settle(1, { ok: true, response: { second: true } });
  settle(0, { ok: true, response: { first: true } });
  expect(await first).toEqual({ first: true });
  expect(await second).toEqual({ second: true });
});

test("a refusal is typed, and so is a silence", async () => {
  const { control, settle } = channel();
  const refused = control.request("set_model");
  settle(0, { ok: false, error: "no such model", errorCode: undefined });
  await expect(refused).rejects.toMatchObject({ code: "unsupported", message: "no such model" });
  const hasty = channel({ ...systemClock, sleep: async () => {} });
  await expect(hasty.control.request("interrupt")).rejects.toMatchObject({ code: "sessionBusy" });
});

test("the end of the program fails what is pending and what comes after, with the same error", async () => {
  const { control, settle } = channel();
  const pending = control.request("interrupt");
  const crashed = new NucleicError("crashed", "gone");
  control.fail(crashed);
  await expect(pending).rejects.toBe(crashed);
  await expect(control.request("interrupt")).rejects.toBe(crashed);
  settle(0, { ok: true, response: {} });
});

test("lines are written whole and in order, and one that fails does not hold up the next", async () => {
  const lines: string[] = [];
  const writer = new Writer({
    async writeLine(line) {
      await Promise.resolve();
      if (line.includes("bad")) throw new Error("broken");
      lines.push(line);
    },
    async endInput() {
      lines.push("<end>");
    },
  });
  const written = [
    writer.write({ n: 1 }),
    writer.write({ n: "bad" }),
    writer.write({ n: "\u2028\n" }),
    writer.end(),
  ];
  expect((await Promise.allSettled(written)).map(({ status }) => status)).toEqual([
    "fulfilled",
    "rejected",
    "fulfilled",
    "fulfilled",
  ]);
  expect(lines).toEqual(['{"n":1}', '{"n":"\u2028\\n"}', "<end>"]);
});
