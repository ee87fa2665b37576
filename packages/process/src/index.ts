export type {
  ByteSource,
  ExitCause,
  LineFrame,
  ProcessExit,
  ProcessHandle,
  ProcessHost,
  ProcessSpec,
} from "./types.ts";
