// .
import { Ids, Clock, SessionId, StreamFault, AgentEvent } from '@nucleic/protocol';
interface DecodeOptions {
    readonly ids?: Ids;
    readonly clock?: Clock;
    readonly sessionId?: SessionId;
    readonly cwd?: string;
    readonly maxLineBytes?: number;
}
interface DecodeReport {
    readonly invalidLines: readonly {
        readonly line: number;
        readonly reason: string;
        readonly head: string;
    }[];
    readonly faults: readonly StreamFault[];
    readonly uncoveredRaw: Readonly<Record<string, number>>;
    readonly openApprovals: readonly string[];
    readonly openQuestions: readonly string[];
    readonly openTurn: boolean;
}
interface DecodedStream extends AsyncIterable<AgentEvent> {
    readonly report: DecodeReport;
}
declare function decodeStream(source: AsyncIterable<Uint8Array> | Iterable<Uint8Array>, options?: DecodeOptions): DecodedStream;
export { decodeStream };
export type { DecodeOptions, DecodeReport, DecodedStream };
