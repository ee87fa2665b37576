import { mkdir, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { execa } from "execa";

/** Other people's packages to measure against: never dependencies. The address of each one's entry file. */
export interface Peers {
  readonly claudeSdk: string;
  readonly acpSdk: string;
  readonly jsonRpc: string;
  /** The types; its other files stand beside it. */
  readonly mcpSdk: string;
}

const packages: Readonly<Record<keyof Peers, { readonly spec: string; readonly entry: string }>> = {
  claudeSdk: {
    spec: "@anthropic-ai/claude-agent-sdk@0.3.332",
    entry: "@anthropic-ai/claude-agent-sdk",
  },
  acpSdk: { spec: "@agentclientprotocol/sdk@2.4.0", entry: "@agentclientprotocol/sdk" },
  mcpSdk: { spec: "@modelcontextprotocol/sdk@1.32.2", entry: "@modelcontextprotocol/sdk/types.js" },
  jsonRpc: { spec: "vscode-jsonrpc@10.0.0", entry: "vscode-jsonrpc/node" },
};

/** Installs them into a folder of their own; `undefined` where that cannot be done. */
export async function installPeers(dir: string): Promise<Peers | undefined> {
  const home = join(dir, "peers");
  await mkdir(home);
  await writeFile(join(home, "package.json"), '{"private":true,"type":"module"}');
  const flags = ["--ignore-scripts", "--omit=optional", "--no-audit", "--no-fund", "--loglevel=error"];
  const specs = Object.values(packages).map(({ spec }) => spec);
  const { exitCode } = await execa("npm", ["install", ...flags, ...specs], { cwd: home, reject: false });
  if (exitCode !== 0) return undefined;
  const from = createRequire(join(home, "package.json"));
  const entry = (name: keyof Peers) => pathToFileURL(from.resolve(packages[name].entry)).href;
  return {
    claudeSdk: entry("claudeSdk"),
    acpSdk: entry("acpSdk"),
    jsonRpc: entry("jsonRpc"),
    mcpSdk: entry("mcpSdk"),
  };
}
