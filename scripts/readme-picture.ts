// Draws docs/card.svg and docs/run.svg: `nucleic run` on the real Claude Code, whose model is scripted, while it asks
// and when it is done.
//   node --conditions=@nucleic/source scripts/readme-picture.ts        needs a built CLI
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { realCli, scriptedModel } from "../packages/lab/src/index.ts";
import { runCommand } from "../packages/process/src/index.ts";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const dir = await mkdtemp(join(tmpdir(), "nucleic-picture-"));
const repository = join(dir, "greeter");
// biome-ignore-start lint/suspicious/noTemplateCurlyInString: a program inside of a program
const program = "export const greet = (name) => `hi ${name}`;\n";
const edit = { path: "greet.mjs", oldText: "`hi ${name}`", newText: "`Hello, ${name}!`" };
// biome-ignore-end lint/suspicious/noTemplateCurlyInString: a program inside of a program
const check = `node -e "import('./greet.mjs').then((m) => console.log(m.greet('Ada')))"`;

const playScript = () =>
  scriptedModel({
    api: "anthropic-messages",
    scenario: {
      name: "picture",
      replies: [
        [{ say: "I will look at how it greets first." }, { call: "Read", input: { path: "greet.mjs" } }],
        [{ say: "Curt indeed. One line to change." }, { call: "Edit", input: edit }],
        [{ call: "Bash", input: { command: check, description: "Greet somebody" } }],
        [{ say: "Done: it says “Hello, Ada!” now." }],
      ],
    },
  });

const claude = await realCli("claude", "2.1.332");
try {
  await mkdir(repository);
  await writeFile(join(repository, "greet.mjs"), program);
  const path = { PATH: process.env.PATH ?? "" };
  const git = (...args: string[]) =>
    runCommand("git", args, { cwd: repository, env: { ...path, HOME: dir } });
  await git("init", "--quiet", "--initial-branch=main");
  await git("config", "user.name", "Ada");
  await git("config", "user.email", "ada@example.org");
  await git("add", ".");
  await git("commit", "--quiet", "--message", "A greeter");
  const command = [
    process.execPath,
    join(root, "apps/cli/dist/cli.js"),
    "run",
    "Make the greeting friendlier",
  ];
  for (const [picture, keys] of Object.entries({
    card: { PICTURE_STOP: "10000" },
    run: { PICTURE_KEYS: "10000:y 15000:y" },
  })) {
    await using model = await playScript();
    await using home = await claude.environment({ baseUrl: model.url });
    const env = {
      ...home.env,
      ...path,
      ...keys,
      NUCLEIC_HOME: join(dir, "data"),
      PICTURE_HOME: dir,
      NUCLEIC_CLAUDE: claude.path,
    };
    const drawn = await runCommand(
      process.execPath,
      [join(root, "scripts/picture.mjs"), join(root, `docs/${picture}.svg`), "96", "60", ...command],
      { cwd: repository, env },
    );
    process.stderr.write(drawn.stderr);
    process.exitCode ||= drawn.code ?? 1;
  }
} finally {
  await rm(dir, { recursive: true, force: true });
}
