import type { Writer } from "@nucleic/adapter-kit";
import type { PermissionReply } from "./decision.ts";
import type { ApprovalTransport } from "./transport.ts";

/**
 * Approvals over the CLI's own stdin and stdout: `--permission-prompt-tool stdio`. Asks come as `can_use_tool` control
 * requests among the lines of stdout; the key of an ask is its request id.
 */
export class StdioTransport implements ApprovalTransport {
  readonly promptTool = "stdio";
  readonly mcpServers = {};
  #writer: Pick<Writer, "write"> | undefined;

  attach(writer: Pick<Writer, "write">): void {
    this.#writer = writer;
  }

  async answer(key: string, reply: PermissionReply): Promise<void> {
    await this.#writer?.write({
      type: "control_response",
      response: { subtype: "success", request_id: key, response: reply },
    });
  }

  /** Nothing of its own to let go: what is pending ends with the process. */
  async [Symbol.asyncDispose](): Promise<void> {}
}
