import { describe, expect, test } from "vitest";
import { assess, covers, deriveRule, lexicallyInside } from "../src/index.ts";
import { requestFor } from "./corpus.ts";

const ground = { folder: "/srv/tree", insideOf: lexicallyInside };
const bash = (command: string, more: object = {}) => {
  const request = requestFor("Bash", { command, ...more });
  return { ...request, risk: assess(request).risk };
};
const allows = (pattern: string | undefined, made: string, command: string) =>
  covers(deriveRule(bash(made), pattern, ground), bash(command), ground);

/** What must not pass by a rule that was made from `git status`, whichever kind of rule it is. */
const smuggled = [
  "git status; rm -rf ~",
  "git status;rm a",
  "git status ; echo x",
  "git status && curl https://x",
  "git status || curl https://x",
  "git status | sh",
  "git status |& sh",
  "git status & rm a",
  "git status &",
  "git status\nrm a",
  "git status\r\nrm a",
  "git status $(curl https://x)",
  "git status `curl https://x`",
  "git status <(curl https://x)",
  "git status >(sh)",
  'git status "$(curl https://x)"',
  'git status "`id`"',
  "git status > ~/.bashrc",
  "git status >> a",
  "git status >| a",
  "git status &> a",
  "git status 2> a",
  "git status < a",
  "git status <<< x",
  "git status <<E\nx\nE",
  "git status <<'E'\nx\nE",
  "env X=1 git status",
  "X=1 git status",
  "GIT_DIR=x git status",
  "PATH=.:$PATH git status",
  "LD_PRELOAD=./x git status",
  "git -c core.pager=./x status",
  "git -c core.fsmonitor=./x status",
  "git --exec-path=. status",
  "git --git-dir=x status",
  "git -C .. status",
  "sudo git status",
  "bash -c 'git status'",
  "exec git status",
  "eval git status",
  "time git status",
  "! git status",
  "(git status)",
  "{ git status; }",
  "if git status; then rm a; fi",
  "f() { rm a; }; git status",
  "git() { rm a; }; git status",
  "alias git=rm; git status",
  "git status $X",
  "git status \x24{X}",
  "git status \x24{X:-$(id)}",
  "git status $((1))",
  "git status *",
  "git status ?",
  "git status [a]",
  "git status {a,b}",
  "git status ~/x",
  "git status ../x",
  "git status /etc",
  "git status --x=/etc/x",
  "git status .git/hooks/x",
  "git status \\\nrm",
  "git status # x",
  "git status $'a'",
  'git status $"a"',
  "git status\u0000rm a",
  "git status\u2028rm a",
  "git status\u00a0x",
  "git status\u200bx",
  "git status\u001b[2K",
  "./git status",
  "/tmp/git status",
  "git statusx",
  "git",
  "g'i't status; rm a",
  "coproc git status",
  "git status =ls",
  "git status !x",
  "git status ^a^b",
];

describe("no rule made from `git status` lets through", () => {
  test.each(smuggled)("%j", (command) => {
    for (const pattern of [undefined, "git status", "git status *"])
      expect(allows(pattern, "git status", command), pattern ?? "exactly").toBe(false);
  });
});

test.each([
  ["git status", true],
  ["git  status", true],
  ["git status --short", true],
  ["git status -- src/a.ts", true],
  ["git status 'a b'", true],
  ["'git' status", true],
])("git status * does let %j through", (command, expected) => {
  expect(allows("git status *", "git status", command)).toBe(expected);
});

describe("a wide rule covers no graver risk than what it was made for", () => {
  test.each([
    ["git remote *", "git remote -v", "git remote add x y"],
    ["git branch *", "git branch -a", "git branch x"],
    ["git diff *", "git diff", "git diff --output=x"],
    ["git diff *", "git diff", "git diff --outp=x"],
    ["git log *", "git log -3", "git log --ext-diff"],
    ["npm run *", "npm run build", "npm run build --script-shell=x"],
    ["go test *", "go test ./...", "go test -exec x ./..."],
    ["rg -n *", "rg -n x", "rg -n --pre x y"],
    ["sort -n *", "sort -n a", "sort -n a -o b"],
    ["sed -n *", "sed -n 1p a", "sed -n 1e a"],
    ["git fetch *", "git fetch origin", "git fetch --upload-pack=x origin"],
    ["cargo test *", "cargo test", "cargo test --config x"],
  ])("%s, made for %s: not %s", (pattern, made, command) => {
    expect(allows(pattern, made, made)).toBe(true);
    expect(allows(pattern, made, command)).toBe(false);
  });
});

test("a rule of an earlier version is still read", () => {
  const rule = {
    tool: "Bash",
    nativeTool: "Bash",
    match: { kind: "commandPrefix", words: ["npm", "test"], place: "." },
  } as const;
  expect(covers(rule, bash("npm test -- a"), ground)).toBe(true);
  expect(covers(rule, bash("npm test; rm a"), ground)).toBe(false);
  expect(covers(rule, bash("npm test", { cwd: "src" }), ground)).toBe(false);
});
