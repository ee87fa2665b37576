import type { Verdict } from "./cell.ts";
import { type CliName, clis, type MatrixCli } from "./clis.ts";
import { type Results, resultsOf } from "./results.ts";
import { scenarios } from "./scenarios.ts";

const names = Object.keys(clis) as CliName[];
const entry = (name: CliName): MatrixCli => clis[name];
const quick = names.filter((name) => !entry(name).slow);
const slow = names.filter((name) => entry(name).slow);

/** The notes below the table, each once however many cells it belongs to. */
class Notes {
  readonly #texts: string[] = [];

  /** The mark of the note. */
  mark(text: string): string {
    if (!this.#texts.includes(text)) this.#texts.push(text);
    return `[^${this.#texts.indexOf(text) + 1}]`;
  }

  get lines(): readonly string[] {
    return this.#texts.map((text, index) => `[^${index + 1}]: ${text}`);
  }
}

/** `docs/matrix.md`, made of what was recorded of each CLI. */
export async function matrixPage(): Promise<string> {
  const columns = await Promise.all(names.map(async (name) => [name, await resultsOf(name)] as const));
  const notes = new Notes();
  const rows = scenarios.map(
    ({ name }) =>
      `| ${name} | ${columns.map(([, results]) => cell(results.cells[name], notes)).join(" | ")} |`,
  );
  return [
    ...head(columns),
    ...table(rows),
    "",
    "| scenario | ✓ means |",
    "|---|---|",
    ...scenarios.map(({ name, means }) => `| ${name} | ${means} |`),
    "",
    "Seen now and then, and so in no cell:",
    "",
    "- codex-acp loses a message that is sent in the very moment in which a turn has failed by a cut stream. The scenario waits",
    "  half a second.",
    "- Gemini CLI repeats the history of a resumed session late on a loaded machine: after the first message, so that it is shown",
    "  again.",
    "",
    ...notes.lines,
    "",
  ].join("\n");
}

function head(columns: readonly (readonly [CliName, Results])[]): readonly string[] {
  const programs = columns.map(([name, { version }]) => `| ${name} | ${version} | ${entry(name).through} |`);
  return [
    "# What works on which CLI",
    "",
    "The same scenarios, played on each real program through our adapter to it, with a scripted model in the place of the",
    "provider. This page is written by the tests: a cell that comes out otherwise fails them.",
    "",
    "| CLI | version | through |",
    "|---|---|---|",
    ...programs,
    "",
    `${list(quick)}:`,
    "written by `pnpm run matrix`, compared by every test run.",
    `${list(slow)}, which take seconds to start: written by \`pnpm run matrix ${slow.join(" ")}\`, compared at night.`,
    "",
    "✓ works as the second table says. – the CLI does not offer it. ≠ it differs. The notes say how, and the tests assert what",
    "they say. Every cell also checks that the events keep [the protocol](protocol.md), and that no process is left.",
    "",
    "The CLIs are set up by the lab to talk to the scripted model and to nobody else. What of that shows here: the three of Codex",
    "are told not to ask their provider again, and have their tool for plans switched on.",
    "",
  ];
}

const list = (of: readonly CliName[]) => of.map((name) => `\`${name}\``).join(", ");

const table = (rows: readonly string[]): readonly string[] => [
  `| scenario | ${names.join(" | ")} |`,
  `|---|${names.map(() => ":-:|").join("")}`,
  ...rows,
];

function cell(verdict: Verdict | undefined, notes: Notes): string {
  if (!verdict) return "not recorded";
  switch (verdict.verdict) {
    case "works":
      return "✓";
    case "notOffered":
      return `–${notes.mark(verdict.evidence)}`;
    case "differs":
      return `≠${notes.mark(verdict.how)}`;
    default:
      return verdict satisfies never;
  }
}
