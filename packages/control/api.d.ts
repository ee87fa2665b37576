// .
import { McpServerSpec, Clock, SessionId } from '@nucleic/protocol/core';
import { Disposition, Question, QuestionReply, HostCommand, HostOutcome } from '@nucleic/protocol';
interface ControlHandlers {
    setDisposition(disposition: Disposition): Promise<void>;
    askUser(questions: readonly Question[], signal: AbortSignal): Promise<QuestionReply>;
    hostExec?(command: HostCommand, signal: AbortSignal): Promise<HostOutcome>;
}
interface ControlGrant extends AsyncDisposable {
    readonly serverName: string;
    readonly toolNames: readonly string[];
    readonly mcpServer: McpServerSpec;
    readonly systemPrompt: string;
}
interface ControlServerOptions {
    readonly clock?: Clock;
}
interface ControlLimits {
    readonly callTimeoutMs?: number;
}
declare class ControlServer {
    #private;
    constructor({ clock }?: ControlServerOptions);
    open(sessionId: SessionId, handlers: ControlHandlers, { callTimeoutMs }?: ControlLimits): Promise<ControlGrant>;
}
interface TurnEnding {
    readonly outcome: "completed" | "failed" | "interrupted";
    readonly text: string;
    readonly truncated: boolean;
}
declare function readDisposition({ outcome, text, truncated }: TurnEnding): Disposition | undefined;
export { ControlServer, readDisposition };
export type { ControlGrant, ControlHandlers, ControlLimits, ControlServerOptions, TurnEnding };
