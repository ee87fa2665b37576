import { systemClock } from "@nucleic/protocol";
import { expect } from "vitest";
import type { Saw } from "../play.ts";
import type { MatrixScenario } from "../scenarios.ts";

/** Long enough to be waiting rather than passing by. */
const HELD_MS = 4_000;

const write = (path: string) => ({ call: "Write", input: { path, content: `${path}\n` } }) as const;
const writes = [[write("hello.txt")], [{ say: "Done." }]] as const;

function wrote(saw: Saw): void {
  expect(saw.files.get("hello.txt")).toBe("hello.txt\n");
  expect(saw.approvals).toMatchObject([{ tool: "Write" }]);
  expect(saw.all("approvalResolved")).toMatchObject([
    { decision: { kind: "allow" }, decidedBy: { by: "person" } },
  ]);
  const order = ["toolCallStarted", "approvalRequested", "approvalResolved", "toolResult"];
  expect(saw.events.map(({ kind }) => kind).filter((kind) => order.includes(kind))).toEqual(order);
  expect(saw.all("toolResult")).toMatchObject([{ isError: false }]);
  expect(saw.turns).toEqual(["completed"]);
}

/** Asking a person first. */
export const approvalScenarios: readonly MatrixScenario[] = [
  {
    name: "deny",
    means: "what a person denies is not done; the model is told why, and the turn goes on",
    replies: writes,
    async play(play) {
      await play.turn("Write it.", play.person({ kind: "deny", message: "Not in this house." }));
    },
    works(saw) {
      expect(saw.approvals).toHaveLength(1);
      expect([...saw.files]).toEqual([]);
      expect(saw.all("toolResult")).toMatchObject([{ isError: true }]);
      expect(saw.turns).toEqual(["completed"]);
      expect(saw.heard("Not in this house.")).toBe(true);
    },
  },
  {
    name: "allow",
    means: "nothing is done before a person allows it; then it is",
    replies: writes,
    async play(play) {
      let early = false;
      const hooks = play.person({ kind: "allow" }, async () => {
        early = (await play.setting.readFile("hello.txt")) !== undefined;
      });
      await play.turn("Write it.", hooks);
      expect(early, "written before it was allowed").toBe(false);
    },
    works: wrote,
  },
  {
    name: "allow-always",
    means: "the CLI learns no rule of its own: it asks again, and the rule is ours",
    replies: [[write("one.txt")], [write("one.txt")], [{ say: "Done." }]],
    async play(play) {
      await play.turn("Write it twice.", play.person({ kind: "allowAlways", scope: "session" }));
    },
    works(saw) {
      expect(saw.approvals).toHaveLength(2);
      expect(saw.all("approvalResolved").map(({ decision }) => decision.kind)).toEqual([
        "allowAlways",
        "allowAlways",
      ]);
      expect(saw.files.get("one.txt")).toBe("one.txt\n");
      expect(saw.turns).toEqual(["completed"]);
    },
  },
  {
    name: "long wait",
    means: `an approval that nobody answers for ${HELD_MS / 1000} s is held, asked once, and then obeyed`,
    replies: writes,
    async play(play) {
      await play.turn(
        "Write it.",
        play.person({ kind: "allow" }, () => systemClock.sleep(HELD_MS)),
      );
    },
    works: wrote,
  },
];
