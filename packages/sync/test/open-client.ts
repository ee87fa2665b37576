import { HostClient, type HostClientOptions } from "../src/client/index.ts";
import { type ChannelPair, channelPair, type ServedClient, serveClient } from "../src/server/index.ts";
import { hastyClock } from "./hasty-clock.ts";
import { clientWith, type MemoryHost } from "./memory-host.ts";

/** A client of a host in memory, over a network that can be cut. */
export class TestClient implements AsyncDisposable {
  readonly client: HostClient;
  readonly #end = new AbortController();
  readonly #served: Promise<void>[] = [];
  #pair: ChannelPair | undefined;
  connections = 0;

  constructor(
    host: MemoryHost,
    served: ServedClient = allScopes,
    options: Partial<HostClientOptions> & { readonly before?: Promise<void> } = {},
  ) {
    const { before, ...rest } = options;
    this.client = new HostClient({
      name: "test",
      clock: hastyClock,
      connect: async () => {
        this.connections++;
        await before;
        const pair = channelPair();
        this.#pair = pair;
        const signal = this.#end.signal;
        this.#served.push(
          serveClient({ channel: pair.far, client: served, host, clock: hastyClock, signal }),
        );
        return pair.near;
      },
      ...rest,
    });
  }

  /** Breaks the connection that there is; the client finds another. */
  cut(): void {
    this.#pair?.cut();
  }

  /** What the host has sent and the client has not read. */
  get inFlight(): number {
    return this.#pair?.far.buffered ?? 0;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.client.close();
    this.#end.abort();
    await Promise.all(this.#served);
  }
}

const allScopes = clientWith("view", "approve", "control", "admin");
