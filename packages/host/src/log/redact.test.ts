import { expect, test } from "vitest";
import { redact, secretsOf } from "./redact.ts";

const secret = "hunter2-and-more";

test.each<[string, unknown]>([
  ["a header by its name", { Authorization: `Digest ${secret}` }],
  ["a header in a text", `authorization: Bearer ${secret}`],
  ["a header in JSON in a text", `{"authorization":"Basic ${secret}"}`],
  ["a proxy's", { "Proxy-Authorization": secret }],
  ["a variable in a text", `ANTHROPIC_API_KEY=${secret} claude -p x`],
  ["a part of an address", `http://127.0.0.1:1/ws?token=${secret}&x=1`],
  ["an environment", { env: { ANYTHING: secret } }],
  ["a cause of a cause", new Error("a", { cause: new Error("b", { cause: { password: secret } }) })],
  ["a name of a field", { [`Bearer ${secret}`]: 1 }],
  ["a vendor's key", `it was sk-${secret}`],
  ["what is known to be one", `so ${secret}!`],
])("hidden: %s", (_what, value) => {
  const known = new Set(_what === "what is known to be one" ? [secret] : []);
  expect(JSON.stringify(redact(value, known))).not.toContain(secret);
});

test.each([
  "the token of the session was refused",
  "inputTokens: 12, outputTokens: 7",
  "src/secrets.txt could not be read",
])("left as it is: %s", (text) => {
  expect(redact(text)).toBe(text);
});

test("of an environment what is secret by name, and long enough to be nothing else", () => {
  expect(
    secretsOf({ OPENAI_API_KEY: secret, PATH: "/usr/bin:/bin", SHORT_TOKEN: "abc", NONE: undefined }),
  ).toEqual([secret]);
});
