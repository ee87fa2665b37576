// .
import { IncomingMessage, ServerResponse } from 'node:http';
declare const LOOPBACK_PATH = "/mcp";
type Serve = (request: IncomingMessage, response: ServerResponse, body: Readonly<Record<string, unknown>>) => Promise<void>;
interface Seat {
    readonly url: string;
    readonly token: string;
    leave(): Promise<void>;
}
declare class LoopbackServer {
    #private;
    open(serve: Serve): Promise<Seat>;
}
declare const MAX_BODY_BYTES: number;
declare function newToken(): string;
declare function digestOf(token: string): Buffer;
declare function ownerOf<T>(token: string, owners: Iterable<readonly [digest: Buffer, owner: T]>): T | undefined;
export { LOOPBACK_PATH, LoopbackServer, MAX_BODY_BYTES, digestOf, newToken, ownerOf };
export type { Seat, Serve };

// ./mcp
import { IncomingMessage, ServerResponse } from 'node:http';
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { RequestHandlerExtra } from '@modelcontextprotocol/sdk/shared/protocol.js';
import { ServerRequest, ServerNotification } from '@modelcontextprotocol/sdk/types.js';
import { Clock } from '@nucleic/protocol';
type Body = Readonly<Record<string, unknown>>;
declare function answerPost(request: IncomingMessage, response: ServerResponse, body: Body, makeServer: () => Server): Promise<void>;
declare function cancelledId({ method, params }: Body): string | number | undefined;
declare const PROGRESS_INTERVAL_MS = 15000;
type ToolCall = Pick<RequestHandlerExtra<ServerRequest, ServerNotification>, "_meta" | "sendNotification" | "signal">;
declare function whileAlive<T>(clock: Clock, call: ToolCall, work: () => Promise<T>): Promise<T>;
export { PROGRESS_INTERVAL_MS, answerPost, cancelledId, whileAlive };
export type { ToolCall };

// ./testing
import { IncomingHttpHeaders } from 'node:http';
interface Attempt {
    readonly name: string;
    readonly refusedWith: readonly number[];
    readonly method?: string;
    readonly path?: string;
    readonly headers?: Readonly<Record<string, string | undefined>>;
    readonly body?: string;
    readonly raw?: string;
}
declare const strangers: readonly Attempt[];
interface Answered {
    readonly status: number;
    readonly headers: IncomingHttpHeaders;
    readonly body: string;
}
declare function send(seat: {
    url: string;
    token: string;
}, attempt: Partial<Attempt>): Promise<Answered>;
export { send, strangers };
export type { Answered, Attempt };
