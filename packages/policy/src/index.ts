export { type Assess, type Assessment, type AssessOptions, assess } from "./assess/assess.ts";
export { decide, type PolicyContext, type PolicyOutcome } from "./decide/decide.ts";
export {
  autoPolicy,
  type Policy,
  type PolicyEffect,
  type PolicyRule,
  type PolicySource,
} from "./decide/policy.ts";
export { isGuardedPath, mentionsGuardedPath } from "./guarded-paths.ts";
export type { PastRequest } from "./history/history.ts";
export { type Replayed, replay } from "./history/replay.ts";
export { type Suggestion, type SuggestOptions, suggestRules } from "./history/suggest.ts";
export { PolicyError, type PolicyErrorCode, type TextPosition } from "./policy-error.ts";
export { type InsideOf, lexicallyInside } from "./posix-path.ts";
export { type RuleChoice, ruleChoices } from "./rules/choices.ts";
export { covers } from "./rules/covers.ts";
export { deriveRule } from "./rules/derive.ts";
export { describeRule } from "./rules/describe.ts";
export type { CommandPattern, RuleCore, RuleGround, RuleMatch } from "./rules/rule.ts";
export { maxCommandChars, parseCommand } from "./shell/parse-command.ts";
export type {
  ParsedCommand,
  ShellAssignment,
  ShellConstruct,
  ShellRedirection,
  ShellWord,
  SimpleCommand,
} from "./shell/parsed-command.ts";
export { type Call, type Unwrapped, unwrap } from "./shell/unwrap.ts";
