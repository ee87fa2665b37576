import { expect } from "vitest";
import { ownWord } from "../play.ts";
import type { MatrixScenario } from "../scenarios.ts";

const question = {
  id: "colour",
  text: "Which colour?",
  header: "Colour",
  options: [
    { label: "Crimson", description: "a red" },
    { label: "Teal", description: "a green" },
  ],
  multiSelect: false,
  freeText: true,
};
const steps = [
  { text: "Look around", status: "in_progress" },
  { text: "Write it down", status: "pending" },
];
const write = (path: string) => ({ call: "Write", input: { path, content: `${path}\n` } }) as const;

/** What a model says and does, and how it is shown. */
export const toolScenarios: readonly MatrixScenario[] = [
  {
    name: "say",
    means: "what the model says is one message of one completed turn",
    replies: [[{ say: "Hello from the script." }]],
    async play(play) {
      await play.turn("Say hello.");
    },
    works(saw) {
      expect(saw.said).toBe("Hello from the script.");
      expect(saw.turns).toEqual(["completed"]);
      expect(saw.requests).toHaveLength(1);
    },
  },
  {
    name: "think",
    means: "what the model thinks is shown, apart from what it says",
    replies: [[{ think: "Let me see." }, { say: "I see." }]],
    async play(play) {
      await play.turn("Think.");
    },
    works(saw) {
      const thought = saw.all("thinking").filter(({ isPartial }) => !isPartial);
      expect(thought.map(({ text }) => text.trim())).toEqual(["Let me see."]);
      expect(saw.said).toBe("I see.");
    },
  },
  {
    name: "shell",
    means: "a command runs in the repository; command and output are shown",
    replies: [[{ call: "Bash", input: { command: "echo made > made.txt; echo seen" } }], [{ say: "Made." }]],
    async play(play) {
      await play.turn("Make it.");
    },
    works(saw) {
      expect(saw.files.get("made.txt")).toBe("made\n");
      expect(saw.all("toolCallStarted").map(({ tool }) => tool)).toEqual(["Bash"]);
      expect(JSON.stringify(saw.all("toolCallCompleted").map(({ input }) => input.command))).toContain(
        "echo made > made.txt; echo seen",
      );
      expect(saw.all("toolResult")).toMatchObject([{ isError: false }]);
      expect(JSON.stringify(saw.all("toolResult")[0]?.content)).toContain("seen");
      expect(saw.turns).toEqual(["completed"]);
    },
  },
  {
    name: "edit",
    means: "a file is edited in place; the change is shown with its diff",
    files: { "old.txt": "one\ntwo\n" },
    replies: [
      [{ call: "Read", input: { path: "old.txt" } }],
      [{ call: "Edit", input: { path: "old.txt", oldText: "two", newText: "2" } }],
      [{ say: "Edited." }],
    ],
    async play(play) {
      await play.turn("Edit it.");
    },
    works(saw) {
      expect(saw.files.get("old.txt")).toBe("one\n2\n");
      expect(saw.all("fileChange")).toMatchObject([{ path: "old.txt", change: "update" }]);
      expect(saw.all("fileChange")[0]?.diff).toMatch(/^-two$[\s\S]*^\+2$/m);
      expect(saw.turns).toEqual(["completed"]);
    },
  },
  {
    name: "parallel tools",
    means: "two calls of one reply are both done, and both results go into one request",
    replies: [[write("one.txt"), write("two.txt")], [{ say: "Both." }]],
    async play(play) {
      await play.turn("Write both.");
    },
    works(saw) {
      expect([...saw.files]).toEqual([
        ["one.txt", "one.txt\n"],
        ["two.txt", "two.txt\n"],
      ]);
      expect(saw.all("toolResult").map(({ isError }) => isError)).toEqual([false, false]);
      expect(saw.requests).toHaveLength(2);
      expect(saw.turns).toEqual(["completed"]);
    },
  },
  {
    name: "question",
    means: "the model's question reaches a person, and the answer the model",
    replies: [[{ call: "AskUser", input: { questions: [question] } }], [{ say: "Thank you." }]],
    async play(play) {
      await play.turn("Paint it.");
    },
    works(saw) {
      expect(saw.questions.flatMap(({ questions }) => questions)).toMatchObject([
        { text: "Which colour?", options: [{ label: "Crimson" }, { label: "Teal" }] },
      ]);
      expect(saw.all("questionAnswered")).toMatchObject([{ answeredBy: { by: "person" } }]);
      expect(saw.heard(ownWord)).toBe(true);
      expect(saw.turns).toEqual(["completed"]);
    },
  },
  {
    name: "plan",
    means: "the model's list of steps is shown as a plan",
    replies: [[{ call: "TodoWrite", input: { entries: steps } }], [{ say: "Planned." }]],
    async play(play) {
      await play.turn("Plan it.");
    },
    works(saw) {
      expect(saw.all("planUpdated").map(({ entries }) => entries)).toContainEqual([
        { text: "Look around", status: "inProgress" },
        { text: "Write it down", status: "pending" },
      ]);
      expect(saw.turns).toEqual(["completed"]);
    },
  },
];
