import { execaSync } from "execa";
import { describe, expect, it } from "vitest";
import { commands as corpus } from "../../test/corpus.ts";
import { parseCommand } from "./parse-command.ts";
import type { ParsedCommand } from "./parsed-command.ts";

const programs = (parsed: ParsedCommand) =>
  parsed.commands.map(({ words }) => words.map(({ value, text }) => value ?? `«${text}»`).join(" "));

describe("the commands of a text", () => {
  it.each<[string, readonly string[]]>([
    ["ls", ["ls"]],
    ["ls -la 'a b' \"c d\" e\\ f", ["ls -la a b c d e f"]],
    ["a; b && c || d | e & f\ng", ["a", "b", "c", "d", "e", "f", "g"]],
    ['a $(b `c`) <(d) "$(e)"', ['a «$(b `c`)» «<(d)» «"$(e)"»', "b «`c`»", "c", "d", "e"]],
    ["if a; then b; elif c; then d; else e; fi", ["a", "b", "c", "d", "e"]],
    ["for x in $(a); do b; done", ["a", "b"]],
    ["while a; do b; done", ["a", "b"]],
    ["case $(a) in b) c;; esac", ["a", "c"]],
    ["f() { a; }; f", ["a", "f"]],
    ["(a); { b; }", ["a", "b"]],
    ["echo \x24{x:-$(a)} $((1 + $(b)))", ["echo «\x24{x:-$(a)}» «$((1 + $(b)))»", "a", "b"]],
    ["cat <<E\n$(a)\nE", ["cat", "a"]],
    ["cat <<'E'\n$(a)\nE", ["cat"]],
    ["[[ $(a) == b ]]", ["a"]],
    ["x=$(a) b", ["b", "a"]],
    ["export X=1 Y=$z", ["export X=1 «Y=$z»"]],
    ["time a | ! b", ["a", "b"]],
    ["ls ~ =a {a,b} * 'q*' \"$x\" $'a\\tb'", ['ls «~» «=a» «{a,b}» «*» q* «"$x"» a\tb']],
  ])("%j", (text, expected) => {
    const parsed = parseCommand(text);
    expect(parsed.understood).toBe(!/! b/.test(text));
    if (parsed.understood) expect(programs(parsed).sort()).toEqual([...expected].sort());
  });

  it("knows which gets its input from the one before it", () => {
    expect(parseCommand("a | b; c").commands.map(({ piped }) => piped)).toEqual([false, true, false]);
  });

  it("tells what else is in it", () => {
    const { constructs, commands } = parseCommand("X=1 a > b 2>&1 &");
    expect([...constructs].sort()).toEqual(["assignment", "background", "redirection"]);
    expect(commands[0]?.assignments).toEqual([{ name: "X", value: { text: "1", value: "1" } }]);
    expect(commands[0]?.redirections).toEqual([
      { operator: ">", target: { text: "b", value: "b" } },
      { operator: ">&", target: { text: "1", value: "1" } },
    ]);
  });
});

describe("what is not understood", () => {
  it.each([
    ["a\u0000b", "control"],
    ["a\rb", "control"],
    ["a\u202eb", "invisible"],
    ["a\ud800", "well-formed"],
    ["x".repeat(70_000), "too long"],
    [`${"(".repeat(5_000)}a\x24{")".repeat(5_000)}`, ""],
    ["cat <<E\na", "here-document"],
    ["a '", "no valid shell"],
  ])("%j", (text, reason) => {
    const parsed = parseCommand(text);
    expect(parsed.understood).toBe(false);
    expect(parsed.reason).toContain(reason);
  });
});

it("reads the corpus as bash does", () => {
  const script =
    'while IFS= read -r -d "" text; do bash -n -O extglob -c "$text" 2>/dev/null && echo 1 || echo 0; done';
  // A process for each: all that are refused, and some of the others.
  const texts = corpus
    .map(([text]) => text)
    .filter((text, i) => i % 8 === 0 || !parseCommand(text).understood);
  const { stdout } = execaSync("/bin/bash", ["-c", script], { input: `${texts.join("\0")}\0` });
  const bash = stdout.split("\n").map((line) => line === "1");
  const differs = texts.filter((text, i) => parseCommand(text).understood !== bash[i]);
  // bash takes a here-document without an end, and reads an expansion only when it comes to it.
  expect(differs.sort()).toEqual(["cat <<E", "ls \x24{x!}"]);
});
