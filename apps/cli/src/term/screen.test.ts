import fc from "fast-check";
import { expect, test } from "vitest";
import { Screen } from "./screen.ts";

/** The part of a terminal that a screen uses: rows that wrap, cursor up, erase below. */
class TinyTerminal {
  columns: number;
  rows = 24;
  #lines: string[] = [""];
  #row = 0;
  #column = 0;
  written = 0;

  constructor(columns: number) {
    this.columns = columns;
  }

  write(text: string): void {
    this.written++;
    const parts =
      text.match(new RegExp(`${String.fromCharCode(27)}\\[\\??[0-9]*[a-zA-Z]|[\\s\\S]`, "g")) ?? [];
    for (const part of parts) this.#take(part);
  }

  get text(): string {
    return this.#lines.join("\n");
  }

  #take(part: string): void {
    if (part === "\n") this.#moveTo(this.#row + 1, 0);
    else if (part === "\r") this.#column = 0;
    else if (part.endsWith("A")) this.#moveTo(this.#row - Number(part.slice(2, -1)), this.#column);
    else if (part.endsWith("J")) this.#erase();
    else if (part.length === 1) this.#put(part);
  }

  #put(char: string): void {
    if (this.#column === this.columns) this.#moveTo(this.#row + 1, 0);
    const line = this.#lines[this.#row] ?? "";
    this.#lines[this.#row] = line.slice(0, this.#column) + char + line.slice(this.#column + 1);
    this.#column++;
  }

  #moveTo(row: number, column: number): void {
    this.#row = row;
    this.#column = column;
    while (this.#lines.length <= row) this.#lines.push("");
  }

  #erase(): void {
    this.#lines = this.#lines.slice(0, this.#row + 1);
    this.#lines[this.#row] = (this.#lines[this.#row] ?? "").slice(0, this.#column);
  }
}

const row = fc.string({ unit: fc.constantFrom("a", "b", "c"), maxLength: 19 });
const rows = fc.array(row, { maxLength: 4 });

test("what is printed stays, what is drawn is replaced, whatever the order", () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(rows, rows), { maxLength: 12 }), (draws) => {
      const terminal = new TinyTerminal(20);
      const screen = new Screen(terminal);
      for (const [lines, live] of draws) {
        screen.draw(lines, live);
      }
      const printed = draws.flatMap(([lines]) => lines);
      const live = draws.at(-1)?.[1] ?? [];
      expect(terminal.text).toBe([...printed, live.join("\n")].join("\n"));
      screen.close();
      expect(terminal.text).toBe([...printed, ""].join("\n"));
    }),
  );
});

test("nothing is written where nothing changes", () => {
  const terminal = new TinyTerminal(20);
  const screen = new Screen(terminal);
  screen.draw([], ["spin"]);
  screen.draw([], ["spin"]);
  expect(terminal.written).toBe(1);
});

test("the cursor is hidden while rows are drawn, and comes back", () => {
  const out: string[] = [];
  const screen = new Screen({ columns: 20, rows: 10, write: (text) => out.push(text) });
  screen.draw([], ["x"]);
  screen.close();
  screen.close();
  expect(out[0]).toContain("\u001b[?25l");
  expect(out.at(-1)).toContain("\u001b[?25h");
  expect(out).toHaveLength(2);
});

test("more rows than the terminal has are cut from the top", () => {
  const out: string[] = [];
  const screen = new Screen({ columns: 20, rows: 5, write: (text) => out.push(text) });
  screen.draw([], ["one", "two", "three", "four", "five", "six"]);
  expect(out.join("")).not.toContain("two");
  expect(out.join("")).toContain("six");
});

test("rows drawn wider than the terminal is now are counted as the terminal wrapped them", () => {
  const terminal = { columns: 20, rows: 10, text: "", write: (text: string) => (terminal.text = text) };
  const screen = new Screen(terminal);
  screen.draw([], ["x".repeat(19)]);
  terminal.columns = 10;
  screen.draw([], ["y"]);
  expect(terminal.text).toContain("\r\u001b[1A\u001b[0Jy");
});
