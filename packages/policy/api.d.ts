// .
import { ToolName, Risk } from '@nucleic/protocol';
type McpToolPattern = `mcp:${string}`;
type PolicyEffect = "allow" | "ask" | "deny";
type OneOrMore<T> = T | readonly T[];
interface PolicyRule {
    readonly effect: PolicyEffect;
    readonly tool?: OneOrMore<ToolName | McpToolPattern> | undefined;
    readonly nativeTool?: OneOrMore<string> | undefined;
    readonly command?: OneOrMore<string> | undefined;
    readonly path?: OneOrMore<string> | undefined;
    readonly risk?: OneOrMore<Risk> | undefined;
    readonly backend?: OneOrMore<string> | undefined;
    readonly why?: string | undefined;
}
interface Policy {
    readonly version: 1;
    readonly base?: "ask" | "auto" | undefined;
    readonly rules: readonly PolicyRule[];
}
interface PolicySource {
    readonly name: string;
    readonly policy: Policy;
}
declare const autoPolicy: PolicySource;
export { autoPolicy as d };
export type { Policy as P, PolicyEffect as a, PolicySource as b, PolicyRule as c };
import { ApprovalRequest, Risk, ToolName, Decision, DecidedBy } from '@nucleic/protocol';
type InsideOf = (root: string, cwd: string, path: string) => string | undefined;
declare const lexicallyInside: InsideOf;
interface Assessment {
    readonly summary: string;
    readonly risk: Risk;
    readonly riskReasons: readonly string[];
}
type Assess = (request: ApprovalRequest) => Assessment;
interface AssessOptions {
    readonly projectRoot?: string | undefined;
    readonly insideOf?: InsideOf | undefined;
}
declare function assess(request: ApprovalRequest, options?: AssessOptions): Assessment;
type RuleMatch =
{
    readonly kind: "input";
    readonly input: string;
    readonly place: string;
}
 | {
    readonly kind: "command";
    readonly command: string;
    readonly place: string;
}
 | {
    readonly kind: "commandPrefix";
    readonly words: readonly string[];
    readonly place: string;
}
 | CommandPattern
 | {
    readonly kind: "file";
    readonly path: string;
}
 | {
    readonly kind: "folder";
    readonly path: string;
};
interface CommandPattern {
    readonly kind: "commandPattern";
    readonly words: readonly (string | null)[];
    readonly rest: boolean;
    readonly upTo: Risk;
}
interface RuleCore {
    readonly tool: ToolName;
    readonly nativeTool: string;
    readonly match: RuleMatch;
}
interface RuleGround {
    readonly folder: string;
    readonly insideOf: InsideOf;
}
interface PolicyOutcome {
    readonly effect: PolicyEffect;
    readonly because: string;
}
interface PolicyContext extends RuleGround {
    readonly backend?: string | undefined;
}
declare function decide(sources: readonly PolicySource[], request: ApprovalRequest, context: PolicyContext): PolicyOutcome;
declare function isGuardedPath(path: string): boolean;
declare function mentionsGuardedPath(word: string): boolean;
interface PastRequest {
    readonly request: ApprovalRequest;
    readonly folder: string;
    readonly backend?: string | undefined;
    readonly decision?: Decision | undefined;
    readonly decidedBy?: DecidedBy["by"] | undefined;
}
interface Replayed {
    readonly past: PastRequest;
    readonly outcome: PolicyOutcome;
    readonly isSaved: boolean;
    readonly isAgainst: boolean;
}
declare function replay(sources: readonly PolicySource[], past: PastRequest): Replayed;
interface Suggestion {
    readonly rule: PolicyRule;
    readonly saved: number;
}
interface SuggestOptions {
    readonly limit?: number;
    readonly atLeast?: number;
}
declare function suggestRules(history: readonly PastRequest[], inPlace: readonly PolicySource[], { limit, atLeast }?: SuggestOptions): readonly Suggestion[];
type PolicyErrorCode =
"ruleRefused"
 | "badPolicy";
interface TextPosition {
    readonly line: number;
    readonly column: number;
}
declare class PolicyError extends Error {
    readonly name = "PolicyError";
    readonly code: PolicyErrorCode;
    readonly hint: string | undefined;
    readonly position: TextPosition | undefined;
    constructor(code: PolicyErrorCode, message: string, options?: {
        readonly hint?: string;
        readonly position?: TextPosition;
    });
}
interface RuleChoice {
    readonly label: string;
    readonly pattern: string | undefined;
    readonly covers: string;
}
declare function ruleChoices(request: ApprovalRequest, ground: RuleGround): readonly RuleChoice[];
declare function covers(rule: RuleCore, request: ApprovalRequest, ground: RuleGround): boolean;
declare function deriveRule(request: ApprovalRequest, pattern: string | undefined, ground: RuleGround): RuleCore;
declare function describeRule({ tool, nativeTool, match }: RuleCore): string;
interface ShellWord {
    readonly text: string;
    readonly value: string | undefined;
}
interface ShellAssignment {
    readonly name: string;
    readonly value: ShellWord | undefined;
}
interface ShellRedirection {
    readonly operator: string;
    readonly target: ShellWord | undefined;
}
type ShellConstruct = "background" | "condition" | "coprocess" | "expansion" | "function" | "group" | "list" | "loop" | "pipeline" | "processSubstitution" | "subshell" | "substitution"
 | "arithmetic" | "assignment" | "hereDocument" | "negation" | "redirection" | "test" | "time";
interface SimpleCommand {
    readonly words: readonly ShellWord[];
    readonly assignments: readonly ShellAssignment[];
    readonly redirections: readonly ShellRedirection[];
    readonly piped: boolean;
}
interface ParsedCommand {
    readonly text: string;
    readonly understood: boolean;
    readonly reason?: string;
    readonly commands: readonly SimpleCommand[];
    readonly redirections: readonly ShellRedirection[];
    readonly constructs: ReadonlySet<ShellConstruct>;
}
declare const maxCommandChars = 65536;
declare function parseCommand(text: string): ParsedCommand;
interface Call {
    readonly program: string;
    readonly args: readonly ShellWord[];
    readonly assignments: readonly ShellAssignment[];
    readonly via: readonly string[];
    readonly piped: boolean;
    readonly appends: boolean;
    readonly elevated: boolean;
}
interface Unwrapped {
    readonly calls: readonly Call[];
    readonly assignments: readonly ShellAssignment[];
    readonly redirections: readonly ShellRedirection[];
    readonly computes: boolean;
    readonly problems: readonly string[];
}
declare function unwrap(parsed: ParsedCommand): Unwrapped;
export { PolicyEffect, PolicyError, PolicyRule, PolicySource, assess, covers, decide, deriveRule, describeRule, isGuardedPath, lexicallyInside, maxCommandChars, mentionsGuardedPath, parseCommand, replay, ruleChoices, suggestRules, unwrap };
export type { Assess, AssessOptions, Assessment, Call, CommandPattern, InsideOf, ParsedCommand, PastRequest, PolicyContext, PolicyErrorCode, PolicyOutcome, Replayed, RuleChoice, RuleCore, RuleGround, RuleMatch, ShellAssignment, ShellConstruct, ShellRedirection, ShellWord, SimpleCommand, SuggestOptions, Suggestion, TextPosition, Unwrapped };

// ./file
import { z } from 'zod';
import '@nucleic/protocol';
declare const maxPolicyChars = 1048576;
declare function parsePolicy(text: string): Policy;
declare const PolicySchema: z.ZodObject<{
    $schema: z.ZodOptional<z.ZodString>;
    version: z.ZodLiteral<1>;
    base: z.ZodOptional<z.ZodEnum<{
        ask: "ask";
        auto: "auto";
    }>>;
    rules: z.ZodArray<z.ZodObject<{
        effect: z.ZodEnum<{
            allow: "allow";
            ask: "ask";
            deny: "deny";
        }>;
        tool: z.ZodOptional<z.ZodUnion<readonly [z.ZodUnion<readonly [z.ZodEnum<{
            AskUser: "AskUser";
            Bash: "Bash";
            Edit: "Edit";
            ExitPlan: "ExitPlan";
            Glob: "Glob";
            Grep: "Grep";
            Mcp: "Mcp";
            MultiEdit: "MultiEdit";
            NotebookEdit: "NotebookEdit";
            Other: "Other";
            Read: "Read";
            Task: "Task";
            TodoWrite: "TodoWrite";
            WebFetch: "WebFetch";
            WebSearch: "WebSearch";
            Write: "Write";
        }>, z.ZodTemplateLiteral<`mcp:${string}`>]>, z.ZodArray<z.ZodUnion<readonly [z.ZodEnum<{
            AskUser: "AskUser";
            Bash: "Bash";
            Edit: "Edit";
            ExitPlan: "ExitPlan";
            Glob: "Glob";
            Grep: "Grep";
            Mcp: "Mcp";
            MultiEdit: "MultiEdit";
            NotebookEdit: "NotebookEdit";
            Other: "Other";
            Read: "Read";
            Task: "Task";
            TodoWrite: "TodoWrite";
            WebFetch: "WebFetch";
            WebSearch: "WebSearch";
            Write: "Write";
        }>, z.ZodTemplateLiteral<`mcp:${string}`>]>>]>>;
        nativeTool: z.ZodOptional<z.ZodUnion<readonly [z.ZodString, z.ZodArray<z.ZodString>]>>;
        command: z.ZodOptional<z.ZodUnion<readonly [z.ZodString, z.ZodArray<z.ZodString>]>>;
        path: z.ZodOptional<z.ZodUnion<readonly [z.ZodString, z.ZodArray<z.ZodString>]>>;
        risk: z.ZodOptional<z.ZodUnion<readonly [z.ZodEnum<{
            destructive: "destructive";
            execute: "execute";
            network: "network";
            read: "read";
            unknown: "unknown";
            write: "write";
        }>, z.ZodArray<z.ZodEnum<{
            destructive: "destructive";
            execute: "execute";
            network: "network";
            read: "read";
            unknown: "unknown";
            write: "write";
        }>>]>>;
        backend: z.ZodOptional<z.ZodUnion<readonly [z.ZodString, z.ZodArray<z.ZodString>]>>;
        why: z.ZodOptional<z.ZodString>;
    }, z.core.$strict>>;
}, z.core.$strict>;
export { PolicySchema, maxPolicyChars, parsePolicy };
