import { describe, expect, it } from "vitest";
import { requestFor } from "../../test/corpus.ts";
import { assess } from "../assess/assess.ts";
import { lexicallyInside } from "../posix-path.ts";
import { decide } from "./decide.ts";
import { isOfPathPattern } from "./path-pattern.ts";
import { autoPolicy, type PolicyRule } from "./policy.ts";

const context = { folder: "/srv/tree", insideOf: lexicallyInside, backend: "claude" };

function effectOf(rules: readonly PolicyRule[], tool: string, input: object, withAuto = false) {
  const request = requestFor(tool, input);
  const own = { name: "policy.json", policy: { version: 1, rules } } as const;
  const sources = withAuto ? [own, autoPolicy] : [own];
  return decide(sources, { ...request, risk: assess(request).risk }, context).effect;
}
const ofCommand = (rules: readonly PolicyRule[], command: string) => effectOf(rules, "Bash", { command });

describe("auto", () => {
  it.each<[string, object, string]>([
    ["Read", { path: "a" }, "allow"],
    ["Write", { path: "src/a" }, "allow"],
    ["Bash", { command: "git status" }, "allow"],
    ["Bash", { command: "touch a" }, "allow"],
    ["Bash", { command: "npm test" }, "ask"],
    ["Bash", { command: "rm a" }, "ask"],
    ["Bash", { command: "cat /etc/passwd" }, "ask"],
    ["Bash", { command: "curl https://x" }, "ask"],
    ["Write", { path: ".claude/settings.json" }, "ask"],
    ["Write", { path: "../a" }, "ask"],
    ["WebFetch", { url: "https://example.org" }, "ask"],
    ["Mcp", { server: "a", tool: "b" }, "ask"],
  ])("%s %o: %s", (tool, input, effect) => {
    expect(effectOf([], tool, input, true)).toBe(effect);
  });
});

describe("of rules that speak of the same, deny wins, then ask, then allow", () => {
  const allow: PolicyRule = { effect: "allow", command: "npm test *" };
  const ask: PolicyRule = { effect: "ask", risk: "execute" };
  const deny: PolicyRule = { effect: "deny", command: "npm *" };
  it.each<[readonly PolicyRule[], string]>([
    [[], "ask"],
    [[allow], "allow"],
    [[allow, ask], "ask"],
    [[ask, allow], "ask"],
    [[allow, ask, deny], "deny"],
    [[deny, allow], "deny"],
  ])("%o: %s", (rules, effect) => {
    expect(ofCommand(rules, "npm test a")).toBe(effect);
  });

  it("whichever file they are in", () => {
    const request = { ...requestFor("Read", { path: "a" }), risk: "read" as const };
    const deny = { name: "user", policy: { version: 1, rules: [{ effect: "deny", path: "a" }] } } as const;
    expect(decide([autoPolicy, deny], request, context)).toEqual({
      effect: "deny",
      because: "user rules[0]: deny path a",
    });
  });
});

describe("an allow by command", () => {
  const rules: readonly PolicyRule[] = [
    { effect: "allow", command: ["npm test *", "npm run * --silent"] },
    { effect: "allow", command: "git status *" },
  ];
  it.each([
    ["npm test", "allow"],
    ["npm test -- src/a", "allow"],
    ["npm run build --silent", "allow"],
    ["npm run build", "ask"],
    ["npm test && git status", "allow"],
    ["git status --short | npm test", "allow"],
    ["npm test && rm a", "ask"],
    ["npm test; npm publish", "ask"],
    ["npm test > a", "ask"],
    ["npm test $(npm test)", "ask"],
    ["(npm test)", "ask"],
    ["X=1 npm test", "ask"],
    ["npm test &", "ask"],
    ["npm test ../x", "ask"],
    ["npm test --script-shell=x", "ask"],
    ["npm test '", "ask"],
  ])("%j: %s", (command, effect) => {
    expect(ofCommand(rules, command)).toBe(effect);
  });
});

describe("a deny by command finds it wherever it is run", () => {
  it.each([
    ["git push", "deny"],
    ["git push -f origin", "deny"],
    ["ls && git push", "deny"],
    ["echo $(git push)", "deny"],
    ["bash -c 'git push'", "deny"],
    ["env X=1 git push", "deny"],
    ["/usr/bin/git push", "deny"],
    ["git -C x push", "deny"],
    ["git -c a=b push", "deny"],
    ["git --no-pager push", "deny"],
    ["git $X", "deny"],
    ["f() { git push; }", "deny"],
    ["git pull", "ask"],
    ["$X", "ask"],
    ["git 'push", "deny"],
  ])("%j: %s", (command, effect) => {
    expect(ofCommand([{ effect: "deny", command: "git push *" }], command)).toBe(effect);
  });

  it("and where it is not understood, nothing else allows it either", () => {
    const rules: readonly PolicyRule[] = [
      { effect: "deny", command: "git push *" },
      { effect: "allow", tool: "Bash", risk: ["read", "execute", "unknown"] },
    ];
    expect(ofCommand(rules, "$X")).toBe("ask");
    expect(ofCommand(rules.slice(1), "$X")).toBe("allow");
    expect(ofCommand(rules, "npm test")).toBe("allow");
  });
});

describe("conditions", () => {
  it.each<[string, PolicyRule, string, object, string]>([
    ["a tool", { effect: "allow", tool: "WebFetch" }, "WebFetch", { url: "https://example.org" }, "allow"],
    ["one of several", { effect: "deny", tool: ["Read", "Task"] }, "Task", {}, "deny"],
    [
      "what may not be undone is not implied",
      { effect: "allow", tool: "Bash" },
      "Bash",
      { command: "rm a" },
      "ask",
    ],
    ["nor what is not known", { effect: "allow", tool: "Mcp" }, "Mcp", {}, "ask"],
    ["unless it is named", { effect: "allow", nativeTool: "Mcp", risk: "unknown" }, "Mcp", {}, "allow"],
    ["a backend", { effect: "deny", backend: "claude" }, "Read", { path: "a" }, "deny"],
    ["another one", { effect: "deny", backend: ["codex", "grok"] }, "Read", { path: "a" }, "ask"],
    ["a path", { effect: "allow", path: "src/**" }, "Write", { path: "src/a/b" }, "allow"],
    ["outside of it", { effect: "allow", path: "src/**" }, "Write", { path: "a" }, "ask"],
    ["what configures agents", { effect: "allow", path: "**" }, "Write", { path: ".claude/x" }, "ask"],
    ["no commands by path", { effect: "allow", path: "**" }, "Bash", { command: "cat a" }, "ask"],
    [
      "denied by path in a command",
      { effect: "deny", path: "secrets/**" },
      "Bash",
      { command: "cat secrets/a" },
      "deny",
    ],
    ["denied by path", { effect: "deny", path: "**/*.pem" }, "Read", { path: "a/b.pem" }, "deny"],
  ])("%s", (_what, rule, tool, input, effect) => {
    expect(effectOf([rule], tool, input)).toBe(effect);
  });

  it("where the backend is not known, a rule for one asks and denies, and allows nothing", () => {
    const request = { ...requestFor("Read", { path: "a" }), risk: "read" as const };
    const effects = (["allow", "ask", "deny"] as const).map((effect) => {
      const rules = [{ effect, tool: "Read" as const, backend: "claude" }];
      return decide([{ name: "p", policy: { version: 1, rules } }], request, {
        ...context,
        backend: undefined,
      }).effect;
    });
    expect(effects).toEqual(["ask", "ask", "deny"]);
  });

  it("a request that nobody assessed is unknown", () => {
    expect(decide([autoPolicy], requestFor("Read", { path: "a" }), context).effect).toBe("ask");
  });
});

describe("a path pattern", () => {
  it.each([
    ["src/**", "src/a", true],
    ["src/**", "src/a/b", true],
    ["src/**", "srcs/a", false],
    ["**", "a/b", true],
    ["**/*.ts", "a.ts", true],
    ["**/*.ts", "a/b/c.ts", true],
    ["*.ts", "a/b.ts", false],
    ["a*c*e", "abcde", true],
    ["a*c*e", "ace", true],
    ["a*bb*b", "abb", false],
    ["src/*/x", "src/a/x", true],
    ["src/*/x", "src/a/b/x", false],
  ])("%s of %s: %s", (pattern, path, expected) => {
    expect(isOfPathPattern(pattern, path)).toBe(expected);
  });
});

describe("a pattern that is a program and a *", () => {
  it.each<[string, string, string, string]>([
    ["allow", "make *", "make", "allow"],
    ["allow", "make *", "make -j4 check", "allow"],
    ["allow", "make *", "make -C sub check && make", "allow"],
    ["allow", "make *", "make -C .. check", "ask"],
    ["allow", "make *", "make -f /tmp/x", "ask"],
    ["allow", "make *", "make '--eval=x'", "ask"],
    ["allow", "make *", "make -kE x", "ask"],
    ["allow", "make *", "make; rm -r src", "ask"],
    ["allow", "make *", "make > out", "ask"],
    ["allow", "make *", "sudo make", "ask"],
    ["allow", "make *", "./make", "ask"],
    ["allow", "make *", "maker", "ask"],
    ["deny", "make *", "make", "deny"],
    ["deny", "make *", "sudo make x", "deny"],
    ["deny", "*", "anything at all", "deny"],
    ["deny", "'git' push *", "git push x", "deny"],
  ])("%s %j: %j: %s", (effect, command, asked, expected) => {
    expect(ofCommand([{ effect: effect as "allow" | "deny", command }], asked)).toBe(expected);
  });
});
