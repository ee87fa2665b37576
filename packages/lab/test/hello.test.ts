import { runCommand } from "@nucleic/process";
import { expect, test } from "vitest";
import { realCli, scriptedModel } from "../src/index.ts";

test.for(["2.1.197", "2.1.332"])(
  "the real claude %s says what the script says, with no network",
  { timeout: 120_000 },
  async (version) => {
    const claude = await realCli("claude", version);
    await using model = await scriptedModel({
      api: "anthropic-messages",
      scenario: { name: "hello", replies: [[{ say: "Hello from the script." }]] },
    });
    await using place = await claude.environment({ baseUrl: model.url });

    const result = await runCommand(claude.path, ["-p", "Say hello."], { cwd: place.home, env: place.env });

    expect(result).toMatchObject({ cause: "exited", code: 0, stderr: "" });
    expect(result.stdout.toString("utf8")).toBe("Hello from the script.\n");
    const [request, ...more] = model.requests.main;
    expect(more).toEqual([]);
    expect(JSON.stringify(request?.body)).toContain("Say hello.");
    expect(request?.headers["x-api-key"]).toBe("[redacted]");
  },
);
