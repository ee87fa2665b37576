import { expect, test } from "vitest";
import { hello } from "../examples/hello.ts";

const rows = [
  ["claude", "2.1.197"],
  ["claude", "2.1.332"],
  ["codex", "0.171.0"],
  ["grok", "1.0.41"],
] as const;

test.for(rows)(
  "the real %s %s says what the script says, with no network",
  { timeout: 180_000 },
  async ([name, version]) => {
    const { said, asked } = await hello(name, version);
    expect(said).toBe("Hello from the script.\n");
    expect(JSON.stringify(asked)).toContain("Say hello.");
  },
);
