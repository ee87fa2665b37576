export type { DecodedStream, DecodeReport } from "@nucleic/adapter-kit";
export type { CustomAgent } from "./agents/custom.ts";
export { isKnownAgent, knownAgentIds } from "./agents/known.ts";
export type { ClientFsOptions } from "./client/files.ts";
export type { ClientTerminalOptions } from "./client/terminals.ts";
export { type AcpDecodeOptions, decodeStream } from "./decode.ts";
export type { KnownAgentId } from "./quirks/find-quirks.ts";
export {
  type AcpBackendOptions,
  type AcpRunOptions,
  acpBackend,
  acpBackendFor,
  grokBackend,
} from "./session/backend.ts";
