import type { ApprovalRequest } from "@nucleic/protocol";
import { PolicyError } from "../policy-error.ts";
import { commandChoices } from "./command-choices.ts";
import { insideFolder } from "./covers.ts";
import { deriveRule } from "./derive.ts";
import { describeRule } from "./describe.ts";
import { namedFiles, takesFile } from "./input-form.ts";
import type { RuleGround } from "./rule.ts";

/** A rule that a person could make of a request. */
export interface RuleChoice {
  /** In a few words: "git status with any arguments". */
  readonly label: string;
  /** For `deriveRule`, and for the decision; none is exactly this. */
  readonly pattern: string | undefined;
  /** All that it would cover. */
  readonly covers: string;
}

/** The rules that a card can offer for a request, the narrowest first. Each can be made as it is. */
export function ruleChoices(request: ApprovalRequest, ground: RuleGround): readonly RuleChoice[] {
  const exactly = {
    label: `exactly this ${request.tool === "Bash" ? "command" : "call"}`,
    pattern: undefined,
  };
  const offered = [exactly, ...(request.tool === "Bash" ? ofCommand(request) : ofFiles(request, ground))];
  return offered.flatMap(({ label, pattern }) => {
    try {
      return { label, pattern, covers: describeRule(deriveRule(request, pattern, ground)) };
    } catch (error) {
      if (error instanceof PolicyError) return [];
      throw error;
    }
  });
}

interface Offer {
  readonly label: string;
  readonly pattern: string | undefined;
}

function ofCommand({ input }: ApprovalRequest): readonly Offer[] {
  const patterns = typeof input.command === "string" ? commandChoices(input.command) : [];
  return patterns.map((pattern) => ({ label: `${pattern.slice(0, -2)} with any arguments`, pattern }));
}

function ofFiles(request: ApprovalRequest, ground: RuleGround): readonly Offer[] {
  if (!takesFile(request.tool)) return [];
  const verb = request.tool === "Read" ? "reads" : `${request.tool} calls`;
  const [file] = namedFiles(request).map((one) => insideFolder(ground, request.cwd, one));
  if (file === undefined) return [];
  const folder = file.includes("/") ? file.slice(0, file.lastIndexOf("/")) : undefined;
  return [
    ...(folder === undefined ? [] : [{ label: `${verb} of files below ${folder}`, pattern: `${folder}/**` }]),
    { label: `${verb} of any file here`, pattern: "**" },
  ];
}
