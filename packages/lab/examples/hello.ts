import { realCli, scriptedModel } from "@nucleic/lab";
import { runCommand } from "@nucleic/process";

/** The real Claude Code, in exactly that version, says what the script says: no account, no network. */
export async function hello(version: string): Promise<{ said: string; asked: unknown }> {
  const claude = await realCli("claude", version);
  await using model = await scriptedModel({
    api: "anthropic-messages",
    scenario: { name: "hello", replies: [[{ say: "Hello from the script." }]] },
  });
  await using place = await claude.environment({ baseUrl: model.url });

  const { stdout } = await runCommand(claude.path, ["-p", "Say hello."], { cwd: place.home, env: place.env });

  return { said: stdout.toString("utf8"), asked: model.requests.main[0]?.body };
}
