import { type McpServerSpec, NucleicError } from "@nucleic/protocol";
import { describe, expect, test } from "vitest";
import { execArgv } from "./argv.ts";
import { injectMcp } from "./mcp.ts";

const base = { common: ["-c", "a=1"], mode: "read-only", model: undefined, addDirs: [] };

describe("the arguments", () => {
  test("of a first turn end with the word for a prompt on stdin", () => {
    expect(execArgv(base)).toEqual([
      ...["exec", "--json", "--color", "never", "--skip-git-repo-check"],
      ...["-s", "read-only", "-c", "a=1", "-"],
    ]);
  });

  test("of a later turn name the thread last, behind what `resume` itself does not take", () => {
    const args = execArgv({
      ...base,
      model: "m",
      addDirs: ["/more"],
      images: ["/a.png", "/b.png"],
      thread: { do: "resume", id: "t" },
    });
    expect(args.slice(0, 5)).toEqual(["exec", "-i", "/a.png", "-i", "/b.png"]);
    expect(args.slice(-9)).toEqual(["--add-dir", "/more", "-m", "m", "-c", "a=1", "resume", "t", "-"]);
  });

  test("of a fork have no prompt", () => {
    expect(execArgv({ ...base, thread: { do: "fork", id: "t" } }).slice(-2)).toEqual(["fork", "t"]);
  });
});

describe("MCP servers", () => {
  const http: McpServerSpec = {
    transport: "http",
    url: "http://a",
    headers: { Authorization: "Bearer secret" },
  };
  const stdio: Extract<McpServerSpec, { transport: "stdio" }> = {
    transport: "stdio",
    command: "node",
    args: ["a b"],
    env: { TOKEN: "secret", PATH: "x" },
  };

  test("have no secret where it can be seen", () => {
    const { servers, env } = injectMcp({ http, stdio });
    expect(JSON.stringify(servers)).not.toContain("secret");
    expect(Object.values(env)).toEqual(["Bearer secret", "secret", "x"]);
    expect(servers.http).toEqual({
      url: "http://a",
      env_http_headers: { Authorization: "CODEX_INJECTED_0" },
    });
  });

  test("are started as they are where there is nothing to hide", () => {
    const { servers, env } = injectMcp({ a: { ...stdio, env: {} } });
    expect(servers).toEqual({ a: { command: "node", args: ["a b"] } });
    expect(env).toEqual({});
  });

  test("have the time for a call that the session gives them", () => {
    expect(injectMcp({ http: { ...http, callTimeoutMs: 86_400_000 } }).servers).toMatchObject({
      http: { tool_timeout_sec: 86_400 },
    });
    expect(injectMcp({ http }).servers.http).not.toHaveProperty("tool_timeout_sec");
  });

  test("have those tools approved that the session allows", () => {
    const allowed = ["mcp__http", "mcp__stdio__read", "mcp__stdio__list_all", "mcp__other", "Bash(ls)"];
    expect(injectMcp({ http, stdio }, allowed).servers).toMatchObject({
      http: { default_tools_approval_mode: "approve" },
      stdio: { tools: { read: { approval_mode: "approve" }, list_all: { approval_mode: "approve" } } },
    });
  });

  test("cannot bring a line of shell of their own", () => {
    expect(() => injectMcp({ a: { ...stdio, env: { "A=1; rm -rf ~; B": "x" } } })).toThrow(NucleicError);
  });
});
