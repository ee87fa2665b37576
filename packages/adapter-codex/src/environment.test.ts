import { expect, test } from "vitest";
import { codexEnv } from "./environment.ts";
import { providerKey, variablesNamed } from "./user-config.ts";

const from = {
  PATH: "/bin",
  HOME: "/home/dev",
  CODEX_HOME: "/home/dev/.codex",
  CODEX_API_KEY: "key",
  CODEX_CI: "1",
  CODEX_SESSION_ID: "outer",
  CODEX_MANAGED_BY_NPM: "1",
  OPENAI_BASE_URL: "http://proxy",
  AZURE_KEY: "azure",
  AWS_SECRET_ACCESS_KEY: "canary",
  GITHUB_TOKEN: "canary",
  NUCLEIC_TOKEN: "canary",
  RUST_LOG: "trace",
};

test("an agent sees what is on the list and nothing of a Codex that it runs inside of", () => {
  expect(codexEnv(from)).toEqual({
    PATH: "/bin",
    HOME: "/home/dev",
    CODEX_HOME: "/home/dev/.codex",
    CODEX_API_KEY: "key",
    OPENAI_BASE_URL: "http://proxy",
    NO_COLOR: "1",
  });
});

test("what the user's configuration reads is added, what is set on purpose wins", () => {
  expect(codexEnv(from, { CODEX_HOME: "/other" }, ["AZURE_KEY"])).toMatchObject({
    AZURE_KEY: "azure",
    CODEX_HOME: "/other",
  });
});

const config = {
  model_provider: "azure",
  model_providers: {
    azure: { env_key: "AZURE_KEY", env_http_headers: { "api-version": "AZURE_VERSION" } },
    broken: "no table",
  },
  mcp_servers: {
    a: { command: "x", env_vars: ["A_TOKEN", { name: "B_TOKEN", source: "local" }] },
    b: { url: "http://b", bearer_token_env_var: "C_TOKEN", env_http_headers: { X: "D_TOKEN" } },
  },
};

test("the names that a configuration reads are found wherever one can stand", () => {
  expect(variablesNamed(config).sort()).toEqual([
    "AZURE_KEY",
    "AZURE_VERSION",
    "A_TOKEN",
    "B_TOKEN",
    "C_TOKEN",
    "D_TOKEN",
  ]);
  expect(providerKey(config)).toBe("AZURE_KEY");
});

test.each([{}, { model_provider: "x" }, { model_providers: 7, mcp_servers: [] }])("none in %j", (nothing) => {
  expect(variablesNamed(nothing)).toEqual([]);
  expect(providerKey(nothing)).toBeUndefined();
});
