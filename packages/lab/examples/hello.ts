import { knownClis, realCli, scriptedModel } from "@nucleic/lab";
import { runCommand } from "@nucleic/process";

/** How a CLI is asked one thing, without anybody in front of it. */
const oneShot = {
  claude: (prompt: string) => ["-p", prompt],
  codex: (prompt: string) => ["exec", "--skip-git-repo-check", prompt],
  grok: (prompt: string) => ["-p", prompt],
};

/** A real CLI, in exactly that version, says what the script says: no account, no network. */
export async function hello(
  name: keyof typeof oneShot,
  version: string,
): Promise<{ said: string; asked: unknown }> {
  const cli = await realCli(name, version);
  await using model = await scriptedModel({
    api: knownClis[name].api,
    scenario: { name: "hello", replies: [[{ say: "Hello from the script." }]] },
  });
  await using place = await cli.environment({ baseUrl: model.url });

  const args = oneShot[name]("Say hello.");
  const { stdout } = await runCommand(cli.path, args, { cwd: place.home, env: place.env });

  return { said: stdout.toString("utf8"), asked: model.requests.main[0]?.body };
}
