import { appendFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { AgentEvent, SessionId } from "@nucleic/protocol";
import fc from "fast-check";
import { describe, expect, it, onTestFinished } from "vitest";
import { temporaryDirectory } from "../../test/support.ts";
import { SearchIndex } from "./search-index.ts";
import { parseQuery } from "./search-query.ts";
import { maxTextBytes, searchText } from "./search-text.ts";
import { snippetOf } from "./snippet.ts";

async function openIndex(path?: string): Promise<{ index: SearchIndex; path: string }> {
  const place = path ?? join(await temporaryDirectory(), "search.db");
  const index = SearchIndex.open(place);
  onTestFinished(() => index[Symbol.dispose]());
  return { index, path: place };
}

/** One session a text, of project `p`. */
function fill(index: SearchIndex, ...texts: readonly string[]): void {
  texts.forEach((text, i) => {
    const source = index.source(`s${i}` as SessionId, "p");
    index.add(source, "p", [{ seq: 1, text }], { seq: 1, offset: 1 });
  });
}

describe("what a person types", () => {
  it.each([
    ["fix cart", 'body : ("fix" AND "cart")'],
    ['"fix the" cart', 'body : ("fix the" AND "cart")'],
    ["src/cart.ts", 'body : ("src cart ts")'],
    ["beg*", 'body : ("beg" *)'],
    ["a -b -c", 'body : ("a") NOT body : ("b" OR "c")'],
    ['open "quote', 'body : ("open" AND "quote")'],
    ["a AND NOT (b)", 'body : ("a" AND "AND" AND "NOT" AND "b")'],
  ])("%s", (text, match) => {
    expect(parseQuery(text).match).toBe(match);
  });

  it.each(["", "  ", "***", '""', "-only", "!? ( ) ^"])("%j has nothing to look for", (text) => {
    expect(() => parseQuery(text)).toThrow(expect.objectContaining({ code: "badQuery" }));
  });

  it("never is an error of SQLite's", async () => {
    const { index } = await openIndex();
    fill(index, "some text");
    const nasty = fc.array(
      fc.constantFrom(
        '"',
        "*",
        "-",
        "(",
        ")",
        "AND",
        "NOT",
        "NEAR",
        ":",
        "^",
        "+",
        "'",
        ";",
        "a",
        "é",
        " ",
        "\0",
        "\n",
        "字",
        "{body}",
      ),
    );
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          nasty.map((parts) => parts.join("")),
        ),
        (text) => {
          try {
            index.find(parseQuery(text), "p", 5);
          } catch (error) {
            expect(error).toMatchObject({ code: "badQuery" });
          }
        },
      ),
      { numRuns: 1_000 },
    );
  });
});

describe("the index", () => {
  it("finds words without case and accents, phrases, beginnings, and leaves out what is not wanted", async () => {
    const { index } = await openIndex();
    fill(index, "The naïve Café shop", "shop of the cart", "cart shop", "src/views/cart.ts");
    const find = (text: string) => index.find(parseQuery(text), undefined, 9).map((hit) => hit.sessionId);
    expect(find("CAFE")).toEqual(["s0"]);
    expect(find("naive")).toEqual(["s0"]);
    expect(find("shop").sort()).toEqual(["s0", "s1", "s2"]);
    expect(find('"cart shop"')).toEqual(["s2"]);
    expect(find("shop -cart")).toEqual(["s0"]);
    expect(find("views/cart")).toEqual(["s3"]);
    expect(find("vie*")).toEqual(["s3"]);
    expect(find("elephant")).toEqual([]);
  });

  it("puts what holds a word more often first, and the newest of the same", async () => {
    const { index } = await openIndex();
    fill(index, "cart and other things", "cart cart cart", "cart and other things");
    expect(index.find(parseQuery("cart"), undefined, 9).map((hit) => hit.sessionId)).toEqual([
      "s1",
      "s2",
      "s0",
    ]);
  });

  it("keeps projects apart", async () => {
    const { index } = await openIndex();
    for (const project of ["019a-1", "019a-2"])
      index.add(index.source(project as SessionId, project), project, [{ seq: 7, text: "cart" }], {
        seq: 7,
        offset: 1,
      });
    expect(index.find(parseQuery("cart"), "019a-2", 9)).toEqual([{ sessionId: "019a-2", seq: 7 }]);
    expect(index.find(parseQuery("019a"), undefined, 9)).toEqual([]);
  });

  it("takes nothing twice: of two that read on from the same place one wins", async () => {
    const { index, path } = await openIndex();
    const { index: other } = await openIndex(path);
    const source = index.source("s" as SessionId, "p");
    const add = (to: SearchIndex) => to.add(source, "p", [{ seq: 1, text: "cart" }], { seq: 1, offset: 1 });
    expect([add(index), add(other)]).toEqual([true, false]);
    expect(other.find(parseQuery("cart"), undefined, 9)).toHaveLength(1);
  });

  it("forgets a session, and everything", async () => {
    const { index } = await openIndex();
    fill(index, "cart", "cart", "cart");
    index.forget("s1" as SessionId);
    expect(index.find(parseQuery("cart"), undefined, 9).map((hit) => hit.sessionId)).toEqual(["s2", "s0"]);
    index.clear();
    expect(index.find(parseQuery("cart"), undefined, 9)).toEqual([]);
    expect(index.seqs().size).toBe(0);
    fill(index, "cart");
    expect(index.find(parseQuery("cart"), undefined, 9)).toHaveLength(1);
  });

  it("is made anew where its file is damaged, for this user alone", async () => {
    const path = join(await temporaryDirectory(), "search.db");
    await writeFile(path, "not a database, but long enough to be looked at".repeat(100));
    const { index } = await openIndex(path);
    fill(index, "cart");
    expect(index.find(parseQuery("cart"), undefined, 9)).toHaveLength(1);
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    await appendFile(path, "");
  });
});

describe("what can be found in a record", () => {
  it.each<[object, object | undefined]>([
    [
      { kind: "userMessage", text: "hi" },
      { kind: "message", text: "hi" },
    ],
    [
      { kind: "assistantText", text: "ok" },
      { kind: "message", text: "ok" },
    ],
    [
      { kind: "toolCallCompleted", input: { command: "ls", cwd: "/x" } },
      { kind: "command", text: "ls" },
    ],
    [
      { kind: "toolCallCompleted", input: { pattern: "x", path: "src" } },
      { kind: "command", text: "x\nsrc" },
    ],
    [
      { kind: "toolCallCompleted", input: { path: "a.ts", content: "secret" } },
      { kind: "path", text: "a.ts" },
    ],
    [
      { kind: "fileChange", path: "a", movedTo: "b" },
      { kind: "path", text: "a b" },
    ],
    [
      {
        kind: "toolResult",
        content: [{ kind: "text", text: "1" }, { kind: "native" }, { kind: "text", text: "2" }],
      },
      { kind: "output", text: "1\n2" },
    ],
    [{ kind: "toolResult", content: [] }, undefined],
    [{ kind: "thinking", text: "hm" }, undefined],
    [{ kind: "ofTheFuture", text: "x" }, undefined],
  ])("%o", (event, expected) => {
    expect(searchText(event as AgentEvent)).toEqual(expected);
  });

  it("is its first 8 KiB, with whole characters", () => {
    fc.assert(
      fc.property(fc.constantFrom("a", "é", "字", "🦀"), fc.nat(20_000), (character, count) => {
        const text = `x${character.repeat(count)}`;
        const found = searchText({ kind: "userMessage", text } as AgentEvent)?.text ?? "";
        expect(Buffer.byteLength(found)).toBeLessThanOrEqual(maxTextBytes + 3);
        expect(Buffer.byteLength(found)).toBeGreaterThanOrEqual(
          Math.min(Buffer.byteLength(text), maxTextBytes) - 4,
        );
      }),
      { numRuns: 50 },
    );
  });
});

describe("a snippet", () => {
  const marked = (text: string, query: string) => {
    const { text: shown, marks } = snippetOf(text, parseQuery(query).terms);
    return [shown, marks.map(([from, to]) => shown.slice(from, to))];
  };

  it.each([
    ["fix the Cart now", "cart", ["fix the Cart now", ["Cart"]]],
    ["a café", "cafe", ["a café", ["café"]]],
    ["one\ntwo\tthree", '"two three"', ["one two three", ["two three"]]],
    ["carts and cart", "car*", ["carts and cart", ["carts", "cart"]]],
    ["nothing here", "cart", ["nothing here", []]],
  ])("of %j for %s", (text, query, expected) => {
    expect(marked(text, query)).toEqual(expected);
  });

  it("is short, is one line, and shows what was found wherever it is", () => {
    fc.assert(
      fc.property(
        fc.nat(3_000),
        fc.nat(3_000),
        fc.constantFrom("word ", "🦀", "x\n"),
        (before, after, filler) => {
          const text = `${filler.repeat(before)} needle ${filler.repeat(after)}`;
          const { text: shown, marks } = snippetOf(text, parseQuery("needle").terms);
          expect(shown.length).toBeLessThanOrEqual(162);
          expect(shown).not.toMatch(/[\n\r\t]/);
          expect(shown.isWellFormed()).toBe(true);
          expect(marks.map(([from, to]) => shown.slice(from, to))).toEqual(["needle"]);
        },
      ),
    );
  });
});
