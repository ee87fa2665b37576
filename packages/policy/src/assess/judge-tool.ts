import type { ApprovalRequest, Risk, ToolName } from "@nucleic/protocol";
import { isGuardedPath } from "../guarded-paths.ts";
import { clip, type Scene } from "./scene.ts";
import type { Verdict } from "./verdict.ts";

/** The risk of each tool, and the reason where that is not all in the risk and the name of the tool. */
const factsOf: Readonly<Record<ToolName, readonly [risk: Risk, why: string]>> = {
  Bash: ["unknown", "it names no command"],
  Read: ["read", ""],
  Glob: ["read", ""],
  Grep: ["read", ""],
  Write: ["write", ""],
  Edit: ["write", ""],
  MultiEdit: ["write", ""],
  NotebookEdit: ["write", ""],
  WebFetch: ["network", ""],
  WebSearch: ["network", "asks a search engine"],
  Task: ["execute", "starts another agent"],
  TodoWrite: ["read", "keeps its own list"],
  AskUser: ["read", "asks you"],
  Mcp: ["unknown", ""],
  ExitPlan: ["unknown", "begins to carry its plan out"],
  Other: ["unknown", ""],
};

/** Judges a call of any tool but a command. */
export function judgeTool(request: ApprovalRequest, scene: Scene): readonly Verdict[] {
  const { tool, nativeTool, input, paths = [] } = request;
  const [risk, reason] = factsOf[tool];
  const verdict: Verdict = { risk, reason };
  switch (tool) {
    case "Read":
    case "Write":
    case "Edit":
    case "MultiEdit":
    case "NotebookEdit": {
      const named = [...("path" in input ? [input.path] : []), ...paths];
      if (named.length === 0 && tool !== "Read") return [{ risk: "unknown", reason: "it names no file" }];
      const count = new Set(named).size;
      return [
        { risk, reason: count > 1 ? `${count} files` : "" },
        ...named.flatMap((path) => judgeNamed(path, tool !== "Read", scene)),
      ];
    }
    case "Glob":
    case "Grep":
      return [verdict, ...judgeSearch(request, scene)];
    case "WebFetch":
      return [verdict, ...judgeUrl(input.url)];
    case "Mcp":
      return [judgeMcp(request)];
    case "Other":
      return [{ risk, reason: `nothing is known of ${clip(nativeTool)}` }];
    default:
      return [verdict];
  }
}

/**
 * A tool of an MCP server is not known, whatever its server says of it: that is the word of whoever wrote the server. A
 * word that warns is taken, one that calms is only told.
 */
function judgeMcp({
  input,
  nativeTool,
  serverHints: { destructive, readOnly } = {},
}: ApprovalRequest): Verdict {
  const server = typeof input.server === "string" && input.server !== "" ? input.server : nativeTool;
  if (destructive === true)
    return { risk: "destructive", reason: `${clip(server)} itself says that this may destroy` };
  const said = readOnly === true ? `; ${clip(server)} says that it only reads` : "";
  return { risk: "unknown", reason: `nobody has checked what tools of ${clip(server)} do${said}` };
}

function judgeNamed(path: unknown, writes: boolean, { root, cwds, insideOf }: Scene): readonly Verdict[] {
  const inside = typeof path === "string" ? insideOf(root, cwds[0] ?? root, path) : undefined;
  if (inside === undefined)
    return [{ risk: "unknown", reason: `outside the working folder: ${clip(String(path))}` }];
  if (writes && isGuardedPath(inside))
    return [{ risk: "execute", reason: `configures an agent or git: ${clip(String(path))}` }];
  return [];
}

/** A search without a path is of the folder the agent is in; a pattern may lead out of it just as a path may. */
function judgeSearch({ tool, input, paths = [] }: ApprovalRequest, scene: Scene): readonly Verdict[] {
  const glob = tool === "Glob" && typeof input.pattern === "string" ? input.pattern : "";
  if (/^[/~]/.test(glob) || glob.split(/[\\/]/).includes(".."))
    return [{ risk: "unknown", reason: `outside the working folder: ${clip(glob)}` }];
  return [...("path" in input ? [input.path] : []), ...paths].flatMap((path) =>
    judgeNamed(path, false, scene),
  );
}

const ownHost =
  /^(?:localhost|.*\.local(?:host)?|127\..*|0\.0\.0\.0|\[.*\]|10\..*|192\.168\..*|169\.254\..*|172\.(?:1[6-9]|2\d|3[01])\..*)$/;

function judgeUrl(url: unknown): readonly Verdict[] {
  if (url === undefined) return [];
  const parsed = typeof url === "string" && URL.canParse(url) ? new URL(url) : undefined;
  if (parsed === undefined || !/^https?:$/.test(parsed.protocol))
    return [{ risk: "unknown", reason: `no address of the web: ${clip(String(url))}` }];
  return ownHost.test(parsed.hostname)
    ? [{ risk: "unknown", reason: `an address of this machine or its network: ${clip(parsed.hostname)}` }]
    : [{ risk: "network", reason: `to ${clip(parsed.hostname)}` }];
}
