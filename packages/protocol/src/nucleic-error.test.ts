import { expect, test } from "vitest";
import { NucleicError } from "./nucleic-error.ts";

test("an error has a code, a cause, and where there is one a hint", () => {
  const cause = new Error("ENOENT");
  const error = new NucleicError("notInstalled", "claude is not here", { cause, hint: "install it" });
  expect(error).toBeInstanceOf(Error);
  const { name, code, message, hint } = error;
  expect({ name, code, message, hint, cause: error.cause }).toEqual({
    name: "NucleicError",
    code: "notInstalled",
    message: "claude is not here",
    hint: "install it",
    cause,
  });
  expect(new NucleicError("internal", "oops").hint).toBeUndefined();
});
