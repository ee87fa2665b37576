import type { ApprovalRequest, Risk } from "@nucleic/protocol";
import { type InsideOf, lexicallyInside, resolvePath } from "../posix-path.ts";
import { judgeCommand } from "./judge-command.ts";
import { judgeTool } from "./judge-tool.ts";
import { oneLine, summarize, summarizeCommand } from "./summary.ts";
import { gravest, type Verdict } from "./verdict.ts";

/** What a person is told about a request besides the raw facts. */
export interface Assessment {
  /** One line a person can judge on a watch. */
  readonly summary: string;
  readonly risk: Risk;
  /** Why, in words, the gravest first. */
  readonly riskReasons: readonly string[];
}

/** Judges a request. Pure and quick; what it throws counts as risk `unknown`. */
export type Assess = (request: ApprovalRequest) => Assessment;

/** What the judgement can rely on. */
export interface AssessOptions {
  /** The folder that the agent works in: what is outside of it is risk `unknown`. Default: the request's `cwd`. */
  readonly projectRoot?: string | undefined;
  /** Tells where a path really is. Default: paths are compared as they are written, and links are not followed. */
  readonly insideOf?: InsideOf | undefined;
}

/**
 * Judges what an agent asks to do: a command by everything that it runs, reads and writes, any other tool by what it is
 * and what it names. What is not understood is `unknown`. Never throws for a well-formed request.
 */
export function assess(request: ApprovalRequest, options: AssessOptions = {}): Assessment {
  const { input, cwd } = request;
  const root = options.projectRoot ?? cwd;
  const at = typeof input.cwd === "string" ? resolvePath(cwd, input.cwd) : cwd;
  const scene = { root, cwds: [at], insideOf: options.insideOf ?? lexicallyInside };
  if (request.tool !== "Bash" || typeof input.command !== "string")
    return { summary: summarize(request), ...told(judgeTool(request, scene)) };
  const place: readonly Verdict[] =
    scene.insideOf(root, at, ".") === undefined
      ? [{ risk: "unknown", reason: `works outside the working folder: ${oneLine(at)}` }]
      : [];
  const { verdicts, gravestCall, calls } = judgeCommand(input.command, scene);
  return {
    summary: summarizeCommand(request, input.command, calls > 1 ? gravestCall : undefined),
    ...told([...place, ...verdicts]),
  };
}

function told(verdicts: readonly Verdict[]): Pick<Assessment, "risk" | "riskReasons"> {
  const { risk, riskReasons } = gravest(verdicts);
  return { risk, riskReasons: riskReasons.map(oneLine) };
}
