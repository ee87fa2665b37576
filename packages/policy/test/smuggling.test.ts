import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { execaSync } from "execa";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { assess, covers, decide, deriveRule, lexicallyInside } from "../src/index.ts";
import { requestFor } from "./corpus.ts";

// A folder with two programs, `safe` and `marker`. A rule for `safe run` must never let a text through of which real
// bash runs `marker`, or writes a file. Nothing else can be run: there is no other program in PATH.
const base = mkdtempSync(join(tmpdir(), "nucleic-smuggle-"));
const bin = join(base, "bin");
const work = join(base, "work");
const scripts = join(base, "scripts");

beforeAll(() => {
  mkdirSync(bin);
  writeFileSync(join(bin, "safe"), "#!/bin/sh\n", { mode: 0o755 });
  writeFileSync(join(bin, "marker"), `#!/bin/sh\n: > ${join(base, "marked")}\n`, { mode: 0o755 });
});
afterAll(() => rmSync(base, { recursive: true, force: true }));

/** What bash did besides running `safe`. */
function sideEffects(texts: readonly string[]): readonly string[] {
  rmSync(work, { recursive: true, force: true });
  rmSync(join(base, "marked"), { force: true });
  rmSync(scripts, { recursive: true, force: true });
  mkdirSync(work);
  mkdirSync(scripts);
  writeFileSync(join(work, "a"), "");
  texts.forEach((text, i) => {
    writeFileSync(join(scripts, String(i)), text);
  });
  // One process starts all the others: a bash for each text, which sees no other program than the two.
  const each = 'for f in "$0"/*; do /bin/bash --noprofile --norc "$f" </dev/null; done';
  execaSync("/bin/bash", ["-c", each, scripts], {
    cwd: work,
    env: { PATH: bin },
    extendEnv: false,
    reject: false,
    timeout: 30_000,
  });
  const made = readdirSync(work).filter((name) => name !== "a");
  const marked = readdirSync(base).includes("marked");
  return [...made.map((name) => `made ${name}`), ...(marked ? ["ran marker"] : [])];
}

const ground = { folder: "/srv/tree", insideOf: lexicallyInside };
const bash = (command: string) => {
  const request = requestFor("Bash", { command });
  return { ...request, risk: assess(request).risk };
};
const rules = [
  deriveRule(bash("safe run"), undefined, ground),
  deriveRule(bash("safe run"), "safe run *", ground),
  deriveRule(bash("safe run"), "safe * *", ground),
];
const policy = {
  name: "policy.json",
  policy: { version: 1, rules: [{ effect: "allow", command: ["safe run *", "safe run"] }] },
} as const;

const isLetThrough = (command: string) => {
  const request = bash(command);
  return (
    rules.some((rule) => covers(rule, request, ground)) ||
    decide([policy], request, ground).effect === "allow"
  );
};

const pieces = [
  ..."; & && | || |& \n \r ( ) { } $( ` \" ' \\ < > >> >| &> << <<< <( >( $(( )) [[ ]] $ \x24{ # ! ~ * ? [ ] = ^ % @ , : - --".split(
    " ",
  ),
  ..."marker safe run a b X=1 if then fi for do done while case esac in function eval exec command builtin time coproc env E 1 2".split(
    " ",
  ),
  "$'\\n'",
  '$"',
  "\\\n",
  "\t",
  "\u00a0",
  "\u2028",
  "\u0085",
  "\u000b",
  "\u000c",
  "\u0001",
  "\u007f",
  "\ufeff",
  "\u200b",
  " ",
  " ",
  " ",
  "\n",
  "marker",
  "$(marker)",
  "`marker`",
  "\nmarker\n",
  ";marker",
  "|marker",
  "&marker",
  "<(marker)",
  "<<E\n$(marker)\nE\n",
  "{marker,}",
  "X=$(marker)",
  "(marker)",
  "{ marker; }",
  "f() { marker; };f",
  "> out",
  ">out",
  "2>out",
  "&>out",
  "<>out",
  "\x24{X:=$(marker)}",
  "$[$(marker)]",
  "a[$(marker)]=1",
];

const texts = fc
  .tuple(
    fc.array(fc.constantFrom(...pieces), { maxLength: 3 }),
    fc.constantFrom("safe run", "safe run ", "safe  run", "'safe' run", "safe\\ run", 'safe "run"', "safe"),
    fc.array(
      fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...pieces) }, { weight: 1, arbitrary: fc.string() }),
      {
        maxLength: 6,
      },
    ),
  )
  .map(([before, middle, after]) => before.join("") + middle + after.join(""))
  // Bash really runs these: it is to have no way out of its folder, and no way to go on for ever.
  .filter((text) => !/[/\0]|while|exec|coproc/.test(text));

test("bash runs nothing but what a rule is for, whatever text the rule lets through", () => {
  const through = new Set<string>();
  for (const text of fc.sample(texts, 12_000)) if (isLetThrough(text)) through.add(text);
  expect(through.size).toBeGreaterThan(100);
  // Together first: a process for each text would take too long. Where something happened, it is looked for.
  const sampled = [...through].slice(0, 200);
  if (sideEffects(sampled).length > 0)
    expect(sampled.filter((text) => sideEffects([text]).length > 0)).toEqual([]);
});

test("the texts would do harm: bash runs the marker in many that are not let through", () => {
  const refused = fc.sample(texts, 300).filter((text) => !isLetThrough(text));
  const harmful = refused.slice(0, 150).filter((text) => text.includes("marker"));
  expect(sideEffects(harmful)).toContain("ran marker");
});

test("bash changes nothing in a text that is judged to read, and runs no program in one judged to write", () => {
  const echoes = fc.sample(texts, 12_000).map((text) => text.replaceAll("safe", "echo"));
  const ofRisk = (risk: string) =>
    [...new Set(echoes.filter((text) => bash(text).risk === risk))].slice(0, 150);
  const [reads, writes] = [ofRisk("read"), ofRisk("write")];
  expect(Math.min(reads.length, writes.length)).toBeGreaterThan(50);
  if (sideEffects(reads).length > 0)
    expect(reads.filter((text) => sideEffects([text]).length > 0)).toEqual([]);
  if (sideEffects(writes).includes("ran marker"))
    expect(writes.filter((text) => sideEffects([text]).includes("ran marker"))).toEqual([]);
});
