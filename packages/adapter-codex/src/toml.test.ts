import fc from "fast-check";
import { parse } from "smol-toml";
import { expect, test } from "vitest";
import { tomlValue } from "./toml.ts";

const read = (text: string) => parse(`key=${text}`).key;

test("what is written in one line is read back as it was, whatever is in it", () => {
  const text = fc.string({ unit: "binary" }).map((value) => value.toWellFormed());
  const { value } = fc.letrec((tie) => ({
    value: fc.oneof(
      text,
      fc.boolean(),
      fc.integer(),
      fc.array(tie("value"), { maxLength: 3 }),
      // As an inline table it cannot be a prototype.
      fc.dictionary(
        text.filter((key) => key !== "__proto__"),
        tie("value"),
        { maxKeys: 3, noNullPrototype: true },
      ),
    ),
  }));
  fc.assert(
    fc.property(value, (any) => {
      const written = tomlValue(any as never);
      expect(written).not.toMatch(/[\r\n]/);
      expect(JSON.parse(JSON.stringify(read(written)))).toEqual(JSON.parse(JSON.stringify(any)));
    }),
  );
});

test("a path with quotes, a backslash or DEL stays one key", () => {
  const path = '/a "b"\\c\u007f=d.e';
  expect(read(tomlValue({ [path]: { trust_level: "trusted" } }))).toEqual({
    [path]: { trust_level: "trusted" },
  });
});

test("a number that TOML cannot write is refused", () => {
  expect(() => tomlValue(Number.NaN)).toThrow(TypeError);
});
