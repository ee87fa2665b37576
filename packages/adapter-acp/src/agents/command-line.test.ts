import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { splitCommandLine } from "./command-line.ts";

describe("a command line is split", () => {
  test.each([
    ["my-agent", ["my-agent"]],
    ["  my-agent   --flag  ", ["my-agent", "--flag"]],
    ["my-agent 'two words' \"and three more\"", ["my-agent", "two words", "and three more"]],
    ["my-agent --name='a b'c", ["my-agent", "--name=a bc"]],
    ["my-agent '' \"\"", ["my-agent", "", ""]],
    [
      String.raw`my-agent a\ b \"q\" "in \"side\" \\ \n"`,
      ["my-agent", "a b", '"q"', String.raw`in "side" \ \n`],
    ],
    [String.raw`my-agent 'it\s'`, ["my-agent", String.raw`it\s`]],
    [
      "my-agent $HOME `x` *.ts; rm | cat > f & #c",
      ["my-agent", "$HOME", "`x`", "*.ts;", "rm", "|", "cat", ">", "f", "&", "#c"],
    ],
  ])("%j", (line, words) => {
    expect(splitCommandLine(line)).toEqual(words);
  });

  test.each(["", "   ", "agent 'open", 'agent "open', "agent \\"])("not where it is none: %j", (line) => {
    expect(() => splitCommandLine(line)).toThrow(expect.objectContaining({ code: "unsupported" }));
  });

  test("into the words it was put together from, whatever they hold", () => {
    const quote = (word: string) => `'${word.replaceAll("'", String.raw`'\''`)}'`;
    fc.assert(
      fc.property(fc.array(fc.string({ unit: "binary" }), { minLength: 1 }), (words) => {
        expect(splitCommandLine(words.map(quote).join(" "))).toEqual(words);
      }),
    );
  });
});
