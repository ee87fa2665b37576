import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join, relative, resolve } from "node:path";
import type { ApprovalRequest } from "@nucleic/protocol";
import fc from "fast-check";
import { afterAll, describe, expect, it } from "vitest";
import { assess, covers, deriveRule, describeRule, type InsideOf } from "../src/index.ts";

const base = mkdtempSync(join(tmpdir(), "nucleic-rules-"));
const tree = join(base, "tree");
for (const folder of ["tree/src/deep", "tree/.claude", "elsewhere"])
  mkdirSync(join(base, folder), { recursive: true });
symlinkSync(join(base, "elsewhere"), join(tree, "out"));
afterAll(() => rmSync(base, { recursive: true, force: true }));

/** Real paths of a folder whose files need not be there. */
const insideOf: InsideOf = (root, cwd, path) => {
  const real = (one: string): string => {
    try {
      return realpathSync(one);
    } catch {
      return join(real(dirname(one)), basename(one));
    }
  };
  const inside = relative(realpathSync(root), real(resolve(cwd, path)));
  return inside.startsWith("..") ? undefined : inside;
};
const ground = { folder: tree, insideOf };

function request(tool: string, input: object, more: object = {}): ApprovalRequest {
  const raw = {
    id: "a",
    sessionId: "s",
    tool,
    nativeTool: tool,
    input,
    cwd: tree,
    options: [],
    createdAt: 1,
    ...more,
  } as unknown as ApprovalRequest;
  return { ...raw, risk: assess(raw, { insideOf }).risk, ...more };
}

const bash = (command: string, more: object = {}) => request("Bash", { command, ...more });
const allows = (made: ApprovalRequest, pattern: string | undefined, asked: ApprovalRequest) =>
  covers(deriveRule(made, pattern, ground), asked, ground);

describe("a rule without a pattern", () => {
  it.each<[string, ApprovalRequest, ApprovalRequest, boolean]>([
    ["the same command", bash("npm test"), bash("npm test", { description: "again", timeoutMs: 5 }), true],
    ["more of it", bash("npm test"), bash("npm test -- x"), false],
    ["another folder", bash("rm -r dist"), bash("rm -r dist", { cwd: "src" }), false],
    ["a member nobody knows", bash("make"), bash("make", { unsandboxed: true }), false],
    ["the same member", bash("make", { unsandboxed: true }), bash("make", { unsandboxed: true }), true],
  ])("for a command: %s", (_what, made, asked, expected) => {
    expect(allows(made, undefined, asked)).toBe(expected);
  });

  it.each<[string, ApprovalRequest, ApprovalRequest, boolean]>([
    [
      "another content",
      request("Write", { path: "a", content: "1" }),
      request("Write", { path: join(tree, "a"), content: "2" }),
      true,
    ],
    ["another file", request("Write", { path: "a" }), request("Write", { path: "b" }), false],
    ["another tool", request("Read", { path: "a" }), request("Write", { path: "a" }), false],
    [
      "the same tool of another name",
      request("Read", { path: "a" }),
      request("Read", { path: "a" }, { nativeTool: "r" }),
      false,
    ],
    [
      "a second file",
      request("Edit", { path: "a" }),
      request("Edit", { path: "a" }, { paths: ["b"] }),
      false,
    ],
  ])("for a file: %s", (_what, made, asked, expected) => {
    expect(allows(made, undefined, asked)).toBe(expected);
  });

  it("is for exactly one write where that is outside, or configures an agent", () => {
    for (const path of ["/etc/hosts", "../x", "out/x", ".claude/settings.json", ".CLAUDE/hooks.json"]) {
      const write = (content: string) => request("Write", { path, content });
      expect(deriveRule(write("1"), undefined, ground).match.kind, path).toBe("input");
      expect(allows(write("1"), undefined, write("1")), path).toBe(true);
      expect(allows(write("1"), undefined, write("2")), path).toBe(false);
    }
  });

  it("keeps a digest of a long input, and still tells it from another", () => {
    const call = (text: string) => request("Mcp", { server: "db", tool: "run", arguments: { text } });
    const long = "x".repeat(10_000);
    expect(describeRule(deriveRule(call(long), undefined, ground)).length).toBeLessThan(200);
    expect(allows(call(long), undefined, call(long))).toBe(true);
    expect(allows(call(long), undefined, call(`${long}y`))).toBe(false);
  });
});

describe("a pattern", () => {
  it.each([
    ["npm test", true],
    ["npm test -- --watch=false src/a.test.ts", true],
    ["npm test 'a b' \"c\"", true],
    ["npm testing", false],
    ["npm  run", false],
    ["npm test; rm -rf .", false],
    ["npm test && curl x", false],
    ["npm test | sh", false],
    ["npm test > a", false],
    ["npm test $(id)", false],
    ["npm test `id`", false],
    ['npm test "$HOME"', false],
    ["npm test\nrm x", false],
    ["npm test *", false],
    ["npm test ~/x", false],
    ["npm test ../x", false],
    ["npm test /etc/passwd", false],
    ["npm test --out=/etc/x", false],
    ["npm test -o/etc/x", false],
    ["npm test -I../x", false],
    ["npm test 'x /etc/passwd'", false],
    ["npm test https://example.org", false],
    ["npm test .claude/settings.json", false],
    ["npm test --config=.mcp.json", false],
    ["npm test out/x", false],
    ["npm test a\\ b", false],
    ["npm test # x", false],
  ])("npm test * covers %j: %s", (command, expected) => {
    expect(allows(bash("npm test"), "npm test *", bash(command))).toBe(expected);
  });

  it.each([
    ["src/a.ts", true],
    ["src/deep/new/b.ts", true],
    ["src/../top.ts", false],
    ["srcs/a.ts", false],
    ["src/.git/hooks/x", false],
    ["src", false],
    ["/etc/src/a", false],
  ])("src/** covers a write of %s: %s", (path, expected) => {
    expect(allows(request("Write", { path: "src/x" }), "src/**", request("Write", { path }))).toBe(expected);
  });

  it("** covers what really is below the working folder, and nothing through a link", () => {
    const write = (path: string) => request("Write", { path });
    expect(allows(write("a"), "**", write("src/b"))).toBe(true);
    expect(allows(write("a"), "**", write("out/b"))).toBe(false);
    expect(allows(write("a"), "**", write(".mcp.json"))).toBe(false);
  });

  it.each<[string, ApprovalRequest, string]>([
    ["one word that is not known", bash("frobnicate x"), "frobnicate *"],
    ["a program of the project", bash("./make x"), "./make *"],
    ["a program that does many things", bash("git status"), "git *"],
    ["a shell", bash("bash -c x"), "bash -c *"],
    ["a wrapper", bash("sudo ls x"), "sudo ls *"],
    ["an interpreter", bash("node -e x"), "node -e *"],
    ["a variable before it", bash("A=1 make x"), "A=1 make *"],
    ["an operator", bash("a b; c d"), "a b; c *"],
    ["something else than what was asked", bash("npm test"), "npm run *"],
    ["a glob", request("Read", { path: "a.ts" }), "*.ts"],
    ["a folder outside", request("Read", { path: "/etc/x" }), "/etc/**"],
    ["a tool without patterns", request("WebFetch", { url: "https://x" }), "https://*"],
    [
      "what is destructive",
      request("Bash", { command: "git push -f x" }, { risk: "destructive" }),
      "git push *",
    ],
  ])("is refused: %s", (_what, asked, pattern) => {
    expect(() => deriveRule(asked, pattern, ground)).toThrow(
      expect.objectContaining({ code: "ruleRefused" }),
    );
  });
});

/** What a shell makes of words that have nothing to expand: `a""` and `'a'` are the word `a`. */
function shellWords(text: string): readonly string[] {
  const words = text.match(/(?:'[^']*'|"[^"]*"|[^\s'"])+/g) ?? [];
  return words.map((word) => word.replace(/'([^']*)'|"([^"]*)"/g, "$1$2"));
}

/** Reads the explanation as a person would, without the code that wrote it. */
function isDescribed(explanation: string, asked: ApprovalRequest): boolean {
  if (!explanation.startsWith(`${asked.tool}: `)) return false;
  const text = explanation.slice(asked.tool.length + 2);
  const { command, path, description: _d, timeoutMs: _t, ...others } = asked.input as Record<string, string>;
  const extras = Object.keys(others).filter((key) => key !== "content" && key !== "cwd");
  const place = asked.input.cwd === "src" ? '"src"' : "the working folder";
  const real =
    typeof path === "string" ? resolve(tree, path.replace(/^out(?=\/|$)/, `${base}/elsewhere`)) : "";
  const isConfig = /(^|\/)\.(claude|git|mcp\.json)(\/|$)/i.test(real);
  if (text.startsWith("exactly {"))
    return text.includes(JSON.stringify(command ?? path)) && extras.every((key) => text.includes(`"${key}"`));
  if (text.startsWith("exactly "))
    return extras.length === 0 && text === `exactly ${JSON.stringify(command)}, in ${place}`;
  const [, words, rest, upTo] =
    /^commands that (?:begin with|are) the words (".*?"|any word)( and go on with plain words that name nothing outside of the working folder)?, of risk (\w+) at most, anywhere in the working folder$/.exec(
      text,
    ) ?? [];
  if (words !== undefined) {
    const plain = (command ?? "").replace(/ +/g, " ");
    const begins = words.replaceAll('"', "").split(" ");
    const said = shellWords(plain);
    const risks = ["read", "write", "execute", "network"];
    return (
      extras.length === 0 &&
      begins.every((word, at) => said[at] === word) &&
      (rest !== undefined || said.length === begins.length) &&
      !/[;&|<>$`\\*?(){}~#!\n\r[\]]|\.\.|\.claude|\.git|out\//i.test(plain) &&
      !/(^|[\s=:,'"])\/|-[A-Za-z]\//.test(plain.replaceAll(tree, "")) &&
      risks.includes(asked.risk ?? "") &&
      risks.indexOf(asked.risk ?? "") <= risks.indexOf(upTo ?? "")
    );
  }
  if (extras.length > 0 || asked.risk === "destructive") return false;
  const file = /^the file ("[^"]*") of the working folder$/.exec(text)?.[1];
  if (isConfig && (file === undefined || asked.tool !== "Read")) return false;
  if (file !== undefined) return real === join(tree, JSON.parse(file) as string);
  const folder = /^files below (.*), but none that configures/.exec(text)?.[1];
  if (folder === undefined) return false;
  const root = folder === "the working folder" ? tree : join(tree, JSON.parse(folder) as string);
  return real.startsWith(`${root}/`);
}

describe("a rule", () => {
  const commands = fc
    .array(
      fc.constantFrom(
        "npm",
        "test",
        "git",
        "push",
        "-f",
        " ",
        " ",
        " ",
        ";",
        "|",
        "$(x)",
        "a",
        "src/a",
        "../b",
        "/etc/x",
        "out/y",
        ".claude/z",
        "=",
        "'",
        '"',
        "\n",
        "*",
        "~",
        "#",
        "--k=v",
        "\\",
      ),
      { minLength: 1, maxLength: 9 },
    )
    .map((parts) => parts.join(""));
  const paths = fc.constantFrom(
    "a",
    "src/a",
    "src/deep/b",
    "src",
    "../x",
    "/etc/x",
    "out/x",
    ".claude/x",
    "src/../a",
    "src/.git/x",
    "srcs/a",
    "",
  );
  const asked = fc
    .tuple(
      fc.oneof(
        commands.map((command) => ["Bash", { command }] as const),
        fc
          .constantFrom("npm test", "npm test a", "git push x")
          .map((command) => ["Bash", { command }] as const),
        fc
          .tuple(fc.constantFrom("Read", "Write", "Edit"), paths)
          .map(([tool, path]) => [tool, { path }] as const),
      ),
      fc.constantFrom({}, {}, {}, { cwd: "src" }, { extra: 1 }, { description: "d" }),
      fc.constantFrom({}, {}, {}, { risk: "destructive" }),
    )
    .map(
      ([[tool, input], more, risk]) =>
        () =>
          request(tool, { ...input, ...(tool === "Bash" && more) }, risk),
    );
  const patterns = fc.constantFrom(
    undefined,
    undefined,
    "npm test *",
    "git push *",
    "npm test",
    "src/**",
    "**",
    "src/a",
    "a",
  );

  it("never allows an input that its own explanation does not describe", () => {
    let allowed = 0;
    fc.assert(
      fc.property(
        asked,
        patterns,
        fc.array(asked, { minLength: 1, maxLength: 8 }),
        (made, pattern, others) => {
          const rule = (() => {
            try {
              return deriveRule(made(), pattern, ground);
            } catch {
              return undefined;
            }
          })();
          if (rule === undefined) return;
          const explanation = describeRule(rule);
          for (const other of [made, ...others].map((make) => make())) {
            if (!covers(rule, other, ground)) continue;
            allowed++;
            expect([explanation, other.input, isDescribed(explanation, other)]).toEqual([
              explanation,
              other.input,
              true,
            ]);
          }
        },
      ),
      { numRuns: 3_000 },
    );
    expect(allowed).toBeGreaterThan(500);
  });

  it("covers what it was made for", () => {
    fc.assert(
      fc.property(asked, (made) => {
        expect(covers(deriveRule(made(), undefined, ground), made(), ground)).toBe(true);
      }),
    );
  });
});
