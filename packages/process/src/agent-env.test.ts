import { expect, test } from "vitest";
import { AGENT_ENV_NAMES, agentEnv } from "./agent-env.ts";

test("the list of what every agent sees changes only on purpose", () => {
  expect(AGENT_ENV_NAMES.join(" ")).toBe(
    "PATH HOME USER LOGNAME SHELL TERM LANG LC_* TZ TMPDIR XDG_* HTTP_PROXY HTTPS_PROXY NO_PROXY " +
      "http_proxy https_proxy no_proxy SSL_CERT_FILE NODE_EXTRA_CA_CERTS",
  );
});

test.each([
  ["PATH", true],
  ["LC_ALL", true],
  ["XDG_CONFIG_HOME", true],
  ["ANTHROPIC_API_KEY", true],
  ["CLAUDE_CONFIG_DIR", true],
  ["EXACT", true],
  ["EXACTLY", false],
  ["AWS_SECRET_ACCESS_KEY", false],
  ["GITHUB_TOKEN", false],
  ["NODE_OPTIONS", false],
  ["LD_PRELOAD", false],
  ["GIT_DIR", false],
  ["GIT_INDEX_FILE", false],
  ["NUCLEIC_TOKEN", false],
  ["NUCLEIC_RUN", false],
  ["SSH_AUTH_SOCK", false],
  ["path", false],
])("%s: %s", (name, passes) => {
  const env = agentEnv({ from: { [name]: "canary" }, allow: ["ANTHROPIC_*", "CLAUDE_*", "EXACT"] });
  expect(env).toEqual(passes ? { [name]: "canary" } : {});
});

test("a list cannot let through what is never passed on", () => {
  const from = { GIT_DIR: "x", NUCLEIC_TOKEN: "x", SSH_AUTH_SOCK: "x" };
  expect(agentEnv({ from, allow: ["*", "GIT_DIR", "NUCLEIC_*", "SSH_AUTH_SOCK"] })).toEqual({});
});

test("the SSH agent is passed on when opted in", () => {
  expect(agentEnv({ from: { SSH_AUTH_SOCK: "/s" }, sshAgent: true })).toEqual({ SSH_AUTH_SOCK: "/s" });
});

test("entries given on purpose win, but for the reserved names", () => {
  const set = { PATH: "/mine", GIT_AUTHOR_NAME: "n", NUCLEIC_TOKEN: "x" };
  expect(agentEnv({ from: { PATH: "/theirs" }, set })).toEqual({ PATH: "/mine", GIT_AUTHOR_NAME: "n" });
});
