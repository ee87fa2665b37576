import type { Writer } from "@nucleic/adapter-kit";
import type { ClaudeMcpServer } from "../session/settings.ts";
import type { PermissionAsk } from "../translate/input.ts";
import type { PermissionReply } from "./decision.ts";

/** How the CLI's questions reach us and our answers it. Knows nothing of who decides. */
export interface ApprovalTransport extends AsyncDisposable {
  /** The value of `--permission-prompt-tool`. */
  readonly promptTool: string;
  /** What `--mcp-config` has to name for it. */
  readonly mcpServers: Readonly<Record<string, ClaudeMcpServer>>;
  /** The program runs, and this is its stdin. */
  attach(writer: Pick<Writer, "write">): void;
  /** Answers the ask of that key. Nothing happens where nobody waits for it any more. */
  answer(key: string, reply: PermissionReply): Promise<void>;
}

/** Where a transport puts what it hears, apart from what already comes as a line of stdout. */
export interface ApprovalSink {
  ask(ask: PermissionAsk): void;
  /** The CLI no longer waits. */
  withdrawn(key: string): void;
}
