import type { Socket } from "node:net";
import type { Clock } from "@nucleic/protocol/core";

/** More than terminals, windows and frontends of one person come to, and less than what would wear a host out. */
const maxPerAddress = 128;
const maxInAll = 256;
/** Who connects says at once what they want. */
const silenceMs = 5_000;

/** Who is connected, and from where. Takes the time of its clock, not of the sockets. */
export class Connections {
  readonly #clock: Clock;
  readonly #byAddress = new Map<string, Set<Socket>>();
  readonly #silent = new Map<Socket, AbortController>();
  #count = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** A connection that asks nothing for five seconds is ended, and one over the limit in all at once. */
  opened(socket: Socket): void {
    if (this.#count >= maxInAll) {
      socket.destroy();
      return;
    }
    this.#count++;
    const { remoteAddress = "" } = socket;
    const there = this.#byAddress.get(remoteAddress) ?? new Set();
    this.#byAddress.set(remoteAddress, there.add(socket));
    const asked = new AbortController();
    this.#silent.set(socket, asked);
    const end = () => {
      if (!asked.signal.aborted) socket.end(timedOut, () => socket.destroy());
    };
    this.#clock.sleep(silenceMs, asked.signal).then(end, () => undefined);
    socket.once("close", () => {
      this.#count--;
      this.#heard(socket);
      there.delete(socket);
      if (there.size === 0) this.#byAddress.delete(remoteAddress);
    });
  }

  /** It has asked for something. Whether it may: those that were there first stay. */
  admits(socket: Socket): boolean {
    this.#heard(socket);
    const there = [...(this.#byAddress.get(socket.remoteAddress ?? "") ?? [])];
    return there.indexOf(socket) < maxPerAddress;
  }

  #heard(socket: Socket): void {
    this.#silent.get(socket)?.abort();
    this.#silent.delete(socket);
  }
}

const timedOut = "HTTP/1.1 408 \r\nconnection: close\r\ncontent-length: 0\r\n\r\n";
