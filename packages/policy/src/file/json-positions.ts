import { PolicyError, type TextPosition } from "../policy-error.ts";

/** A JSON text as a value, and where each part of it stands. */
export interface PositionedJson {
  readonly value: unknown;
  /** The place of the part that a path leads to; of the nearest part around it where there is none. */
  at(path: readonly PropertyKey[]): TextPosition;
}

const maxDepth = 32;

/** Parses JSON, and keeps the places. @throws PolicyError `badPolicy`, with the place of the fault */
export function parseJson(text: string): PositionedJson {
  const parser = new Parser(text);
  const value = parser.document();
  return {
    value,
    at(path) {
      for (let length = path.length; length > 0; length--) {
        const found = parser.places.get(keyOf(path.slice(0, length)));
        if (found !== undefined) return positionOf(text, found);
      }
      return positionOf(text, parser.places.get("") ?? 0);
    },
  };
}

const keyOf = (path: readonly PropertyKey[]) => path.map((part) => `/${String(part)}`).join("");

function positionOf(text: string, offset: number): TextPosition {
  const before = text.slice(0, offset).split("\n");
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
}

class Parser {
  readonly places = new Map<string, number>();
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  document(): unknown {
    const value = this.#value("", 0);
    this.#space();
    if (this.#at < this.#text.length) this.#fail("something stands behind the end");
    return value;
  }

  #value(path: string, depth: number): unknown {
    this.#space();
    if (depth > maxDepth) this.#fail("it is nested too deeply");
    this.places.set(path, this.#at);
    switch (this.#text[this.#at]) {
      case "{":
        return this.#object(path, depth);
      case "[":
        return this.#array(path, depth);
      case '"':
        return this.#string();
      default:
        return this.#word();
    }
  }

  #object(path: string, depth: number): Record<string, unknown> {
    const entries = new Map<string, unknown>();
    this.#at++;
    for (let more = !this.#take("}"); more; more = this.#more("}")) {
      this.#space();
      if (this.#text[this.#at] !== '"') this.#fail('a name in "quotes" is missing');
      const start = this.#at;
      const name = this.#string();
      if (entries.has(name)) this.#fail(`${JSON.stringify(name)} is there twice`, start);
      if (!this.#take(":")) this.#fail(": is missing");
      entries.set(name, this.#value(`${path}/${name}`, depth + 1));
    }
    return Object.fromEntries(entries);
  }

  #array(path: string, depth: number): unknown[] {
    const items: unknown[] = [];
    this.#at++;
    for (let more = !this.#take("]"); more; more = this.#more("]"))
      items.push(this.#value(`${path}/${items.length}`, depth + 1));
    return items;
  }

  #more(end: string): boolean {
    if (this.#take(",")) return true;
    if (!this.#take(end)) this.#fail(`, or ${end} is missing`);
    return false;
  }

  #string(): string {
    return this.#parsed(/"(?:[^"\\\p{Cc}]|\\.)*"/uy, "a text does not end, or holds a line break") as string;
  }

  #word(): unknown {
    return this.#parsed(/[-+.\w]+/y, "a value is missing");
  }

  /** Leaves what a token means to the language. */
  #parsed(token: RegExp, problem: string): unknown {
    token.lastIndex = this.#at;
    const [found] = token.exec(this.#text) ?? [];
    if (found === undefined) return this.#fail(problem);
    try {
      const value: unknown = JSON.parse(found);
      this.#at += found.length;
      return value;
    } catch {
      return this.#fail(`${found.slice(0, 40)} is no JSON`);
    }
  }

  #take(character: string): boolean {
    this.#space();
    if (this.#text[this.#at] !== character) return false;
    this.#at++;
    return true;
  }

  #space(): void {
    while (/[ \t\r\n]/.test(this.#text[this.#at] ?? "")) this.#at++;
  }

  #fail(message: string, at = this.#at): never {
    throw new PolicyError("badPolicy", message, { position: positionOf(this.#text, at) });
  }
}
