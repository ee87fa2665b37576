export { type Assess, type Assessment, type AssessOptions, assess } from "./assess/assess.ts";
export { isGuardedPath, mentionsGuardedPath } from "./guarded-paths.ts";
export { type InsideOf, lexicallyInside } from "./posix-path.ts";
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
