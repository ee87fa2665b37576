import { LoopbackServer } from "@nucleic/loopback";
import type { Clock } from "@nucleic/protocol";
import type { ApprovalSink } from "../transport.ts";
import type { HttpTransport } from "./http-transport.ts";

/** The approval server of this process: one for all its sessions. Each has a token that answers for it alone. */
export class ApprovalServer {
  readonly #clock: Clock;
  readonly #server = new LoopbackServer();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** A transport for one session; disposing of the last one closes the server. */
  async open(sink: ApprovalSink): Promise<HttpTransport> {
    // Takes longer to load than the rest of the package: it comes with the first session that asks this way.
    const { HttpTransport } = await import("./http-transport.ts");
    const transport: HttpTransport = new HttpTransport({
      sink,
      clock: this.#clock,
      onDispose: () => seat.leave(),
    });
    const seat = await this.#server.open((request, response, body) =>
      transport.serve(request, response, body),
    );
    transport.locate(seat.url, seat.token);
    return transport;
  }
}
