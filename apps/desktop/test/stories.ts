import type { AgentInput, AgentModel, PlanEntry } from "@nucleic/protocol";
import type { Model, ScriptedStep } from "@nucleic/protocol/testing";

/** The repository that the agents of these tests work in. */
export const repositoryFiles: Readonly<Record<string, string>> = {
  "src/parse-date.js": `const form = /^(\\d{4})-(\\d{2})-(\\d{2})$/;

/** A day as it is written in an order: 2026-03-01. */
export function parseDate(text) {
  const match = form.exec(text);
  if (match === null) throw new TypeError(\`not a date: \${text}\`);
  const [year, month, day] = match.slice(1).map(Number);
  return { year, month, day };
}
`,
  "src/totals.js": `export function total(lines) {
  let sum = 0;
  for (const line of lines) sum += line.price * line.count;
  return sum;
}
`,
  "test/parse-date.test.js": `import assert from "node:assert/strict";
import { test } from "node:test";
import { parseDate } from "../src/parse-date.js";

test("reads a day", () => assert.deepEqual(parseDate("2026-03-01"), { year: 2026, month: 3, day: 1 }));
`,
  "package.json": `{ "name": "orders", "type": "module", "scripts": { "test": "node --test" } }\n`,
  "README.md": "# Orders\n\nReads the orders of a shop.\n",
};

/** What they offer to choose from. */
export const agentModels: readonly AgentModel[] = [
  { id: "large", displayName: "Large", isDefault: true },
  { id: "small", displayName: "Small", isDefault: false },
];

const steps = ["Read how days are parsed", "Reject days that do not exist", "Run the tests"];
const plan = (done: number): ScriptedStep => ({
  plan: steps.map((text, i): PlanEntry => {
    return { text, status: i < done ? "completed" : i === done ? "inProgress" : "pending" };
  }),
});

const fix: ScriptedStep = {
  call: "Edit",
  input: {
    path: "src/parse-date.js",
    oldText: "  return { year, month, day };",
    newText: [
      "  // A month has as many days as the day before the next one says.",
      "  const days = new Date(Date.UTC(year, month, 0)).getUTCDate();",
      "  if (month < 1 || month > 12 || day < 1 || day > days) throw new RangeError(missing(text));",
      "  return { year, month, day };",
      "}",
      "",
      "function missing(text) {",
      "  return `no such day: " + "$" + "{text}`;",
    ].join("\n"),
  },
};

const summary = `**Days that do not exist are refused now.** \`parseDate\` throws a \`RangeError\` for them, and a \`TypeError\`
for what is no date at all, as before.

| input | before | now |
| --- | --- | --- |
| \`2026-02-29\` | read as it is | \`RangeError\` |
| \`2024-02-29\` | read | read |
| \`soon\` | \`TypeError\` | \`TypeError\` |

\`\`\`js
parseDate("2026-02-29"); // RangeError: no such day: 2026-02-29
\`\`\`

Two things I left as they are:

1. A year before 100 is taken for one of the 20th century, as \`Date.UTC\` does.
2. Nothing says which day was meant. Ask me if the message should.`;

/** One agent's turn, by the first word of its task. */
const stories: Readonly<Record<string, readonly (readonly ScriptedStep[])[]>> = {
  Reject: [
    [
      {
        think:
          "The pattern takes any two digits for a day. I want the number of days of that month, leap years included, without a table.",
      },
      plan(0),
      { say: "I look at how days are parsed first." },
      { call: "Read", input: { path: "src/parse-date.js" } },
      { call: "Read", input: { path: "test/parse-date.test.js" } },
    ],
    [plan(1), { say: "The pattern checks the *form* alone: `2026-02-31` is taken. I add the check." }, fix],
    [plan(2), { call: "Bash", input: { command: "node --test", description: "Run the tests" } }],
    [
      plan(3),
      { say: summary },
      { usage: { inputTokens: 18_420, outputTokens: 1_310, cachedInputTokens: 15_000 } },
    ],
  ],
  Clean: [
    [
      { say: "The build folders of three old branches are still there. I remove them." },
      {
        call: "Bash",
        input: {
          command: "rm -rf build/ .cache/ && git clean -fdx -- build",
          description: "Remove build folders",
        },
      },
    ],
    [{ say: "They are gone." }],
  ],
  Sum: [
    [
      { say: "Sums of floating-point prices drift. I count in cents." },
      {
        call: "Edit",
        input: {
          path: "src/totals.js",
          oldText:
            "  let sum = 0;\n  for (const line of lines) sum += line.price * line.count;\n  return sum;",
          newText:
            "  let cents = 0;\n  for (const { price, count } of lines) cents += Math.round(price * 100) * count;\n  return cents / 100;",
        },
      },
    ],
    [{ say: "`total` counts in cents now." }],
  ],
  Round: [
    [
      {
        call: "Edit",
        input: {
          path: "src/totals.js",
          oldText: "  let sum = 0;",
          newText: "  let sum = Number(0n);",
        },
      },
    ],
    [{ say: "Each line is rounded." }],
  ],
  Which: [
    [
      {
        call: "AskUser",
        input: {
          questions: [
            {
              id: "format",
              header: "Format",
              text: "In which format should orders be exported?",
              options: [
                { label: "CSV", description: "what the accounting program reads" },
                { label: "JSON Lines", description: "one order a line, nothing lost" },
              ],
              multiSelect: false,
              freeText: true,
            },
          ],
        },
      },
    ],
    [{ say: "I write the export in that format." }],
  ],
  Explain: [
    [
      {
        say: "An order is read in three steps:\n\n1. Its **day** is parsed by `parseDate`.\n2. Its lines are summed",
      },
      { gate: "explained" },
      { say: " by `total`.\n3. Both go into the report." },
    ],
  ],
  Break: [
    [{ say: "I start." }, { crash: { exitCode: 3, stderr: "fatal: the agent's own program broke\n" } }],
  ],
};

/** What came along with a message, so that a test sees what the agent has got. */
function saysWhatCame({ context }: AgentInput): readonly ScriptedStep[] {
  const came = context.map((part) => {
    if (part.kind === "file") return `the file ${part.path}`;
    return part.kind === "image" ? `an ${part.mediaType} of ${part.data.length} characters` : part.kind;
  });
  return [{ say: ["I have taken that in", ...came].join(", ") }];
}

/** A model that tells the story which the first word of a task names. */
export const storyModel: Model = ({ input, step }) =>
  stories[input.text.split(" ")[0] ?? ""]?.[step] ??
  (step === 0 ? saysWhatCame(input) : [{ say: "All done." }]);
