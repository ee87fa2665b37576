import { expect, test } from "vitest";
import { hello } from "../examples/hello.ts";
import { knownClis } from "../src/index.ts";

test.for(knownClis.claude.testedVersions)(
  "the real claude %s says what the script says, with no network",
  { timeout: 180_000 },
  async (version) => {
    const { said, asked } = await hello(version);
    expect(said).toBe("Hello from the script.\n");
    expect(JSON.stringify(asked)).toContain("Say hello.");
  },
);
