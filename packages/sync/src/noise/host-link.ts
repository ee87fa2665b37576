import type { FrameLink } from "../frames.ts";
import { confirmPairing, StoredByDevice } from "./confirm-pairing.ts";
import type { HalfOpen } from "./half-open.ts";
import type { HandshakeResult } from "./handshake.ts";
import { LinkControls } from "./host-controls.ts";
import { handshakeMs } from "./limits.ts";
import type { LiveChannels } from "./live-channels.ts";
import { NoiseError } from "./noise-error.ts";
import type { PairingRoots } from "./pairing-roots.ts";
import { type AnsweredLink, answerLink, checkFirst } from "./respond-link.ts";
import { PairingHandshake } from "./respond-pairing.ts";
import type { LinkOrigin, ResponderOptions } from "./responder-options.ts";
import { SecureChannel, type SecureChannelOptions } from "./secure-channel.ts";
import { frameType, typeOf } from "./wire.ts";

/** What the links of one host have in common. */
export interface HostState {
  readonly options: ResponderOptions;
  readonly roots: PairingRoots;
  readonly halfOpen: HalfOpen;
  readonly live: LiveChannels;
  readonly stop: AbortSignal;
}

interface PendingLink {
  /** The one that the device knows the host by. */
  readonly hostKey: Uint8Array;
  readonly answered: AnsweredLink;
  readonly channel: SecureChannel;
}

/** One link at the host: from silence to a channel. Says nothing to who cannot show that it knows the host. */
export class HostLink {
  readonly #host: HostState;
  readonly #link: FrameLink;
  readonly #origin: LinkOrigin;
  #pairing: PairingHandshake | undefined;
  #pending: PendingLink | undefined;
  #channel: SecureChannel | undefined;
  #isPairing = false;
  /** What the last handshake here began with: a broker that doubles it begins no other one. */
  #opening: Uint8Array | undefined;
  /** Leaves the place among the half-open ones. */
  #deadline = new AbortController();

  constructor(host: HostState, link: FrameLink, origin: LinkOrigin) {
    this.#host = host;
    this.#link = link;
    this.#origin = origin;
  }

  /** Reads the link to its end. Never rejects. */
  async run(): Promise<void> {
    const { halfOpen, stop } = this.#host;
    const place = halfOpen.enter(this.#origin.source);
    if (place === undefined || stop.aborted) {
      place?.[Symbol.dispose]();
      return this.#link.close("too many handshakes are under way");
    }
    this.#within(place, () => this.#channel === undefined);
    const onStop = () => this.#end("the host stops");
    stop.addEventListener("abort", onStop, { once: true });
    try {
      for await (const frame of this.#link.frames) await this.#take(frame);
    } catch (error) {
      this.#host.options.onProblem(error);
    } finally {
      stop.removeEventListener("abort", onStop);
      this.#deadline.abort();
      this.#end("the link has ended");
    }
  }

  async #take(frame: Uint8Array): Promise<void> {
    const type = typeOf(frame);
    if (this.#opening !== undefined && this.#host.options.sodium.isEqual(this.#opening, frame)) return;
    try {
      if (type === frameType.record) await this.#takeRecord(frame);
      else if (type === frameType.link1) await this.#takeFirst(frame);
      else if (type === frameType.pair1 && this.#isFresh()) this.#beginPairing(frame);
      else if (type === frameType.pair3 && this.#pairing !== undefined)
        this.#finishPairing(this.#pairing, frame);
      else if (this.#channel === undefined) this.#end("no handshake");
    } catch (error) {
      if (!(error instanceof NoiseError)) this.#host.options.onProblem(error);
      this.#fail();
    }
  }

  #isFresh(): boolean {
    return this.#pairing === undefined && this.#pending === undefined && this.#channel === undefined;
  }

  #beginPairing(frame: Uint8Array): void {
    const { options, roots } = this.#host;
    const root = roots.find(frame);
    const first = root?.begin(frame);
    if (root === undefined || first === undefined) {
      this.#end("no pairing is open");
      return;
    }
    this.#opening = frame;
    const { current } = options.hostKeys();
    this.#pairing = new PairingHandshake(options.sodium, root, current, this.#origin.transport);
    this.#link.send(this.#pairing.answer(first, options.hostName));
  }

  #finishPairing(pairing: PairingHandshake, frame: Uint8Array): void {
    const { root } = pairing;
    if (root.isOver) throw new NoiseError("expired", "the pairing link is no longer open");
    const device = pairing.finish(frame);
    this.#pairing = undefined;
    this.#isPairing = true;
    this.#deadline.abort();
    root.taken();
    const stored = new StoredByDevice();
    const channel = this.#channelOf(device.keys, (fields) => stored.take(fields), false);
    this.#channel = channel;
    void channel.ended.then(() => this.#link.close("the pairing is over"));
    const { options, stop } = this.#host;
    void confirmPairing(options, device, channel, stored, stop).then(
      (outcome) => root.end(outcome),
      (error) => {
        options.onProblem(error);
        channel.end("refused");
        root.end("lost");
      },
    );
  }

  async #takeFirst(frame: Uint8Array): Promise<void> {
    const { halfOpen, options } = this.#host;
    const { source, transport } = this.#origin;
    const { current, others = [] } = options.hostKeys();
    const checked = checkFirst(options.sodium, [current, ...others], frame);
    if (checked === undefined || this.#isPairing || this.#pairing !== undefined || !halfOpen.mayTry(source))
      return this.#fail();
    // One that is live has left its place; another handshake on its link takes a new one.
    const place = this.#channel === undefined ? undefined : halfOpen.enter(source);
    if (this.#channel !== undefined && place === undefined) return;
    try {
      const hostKeys = [current, ...others];
      const answered = await answerLink({ ...options, hostKeys, transport }, checked.hostKey, checked.first);
      this.#pending?.channel.lost("closed");
      const controls = new LinkControls(options, answered.row.deviceId);
      const channel = this.#channelOf(answered.keys, (fields) => controls.take(fields, channel));
      const pending = { hostKey: checked.hostKey.publicKey, answered, channel };
      this.#opening = frame;
      this.#pending = pending;
      if (place !== undefined) this.#within(place, () => this.#pending === pending);
      this.#link.send(answered.second);
    } catch (error) {
      place?.[Symbol.dispose]();
      // A directory that fails is not the stranger's fault.
      if (error instanceof NoiseError) halfOpen.failed(source);
      throw error;
    }
  }

  async #takeRecord(frame: Uint8Array): Promise<void> {
    const pending = this.#pending;
    if (pending !== undefined) {
      pending.channel.take(frame);
      if (pending.channel.isConfirmed) return await this.#promote(pending);
      if (pending.channel.isOver) this.#pending = undefined;
    }
    this.#channel?.take(frame);
  }

  /** The first record is there: it is the device, and now. Only this puts an end to the channel it had before. */
  async #promote({ answered, channel, hostKey }: PendingLink): Promise<void> {
    const { live, options } = this.#host;
    const { key, row, version } = answered;
    const { deviceId, epoch } = row;
    this.#pending = undefined;
    this.#deadline.abort();
    const before = this.#channel;
    this.#channel = channel;
    live.add(deviceId, channel);
    void channel.ended.then(() => {
      if (this.#channel === channel) this.#link.close("the channel has ended");
    });
    before?.superseded();
    const isUsed = await options.directory.use({ deviceId, key, epoch, version }).catch((error: unknown) => {
      options.onProblem(error);
      return false;
    });
    if (!isUsed) return channel.end("revoked");
    live.end(deviceId, "replaced", channel);
    if (channel.isOver) return;
    const { announced } = options.hostKeys();
    // Who has come by it already need not be told.
    if (announced !== undefined && !options.sodium.isEqual(announced.publicKey, hostKey))
      channel.sendControl(LinkControls.hostRotate(announced));
    options.onDevice({ row, version, channel });
  }

  #channelOf(
    keys: HandshakeResult,
    onControl: SecureChannelOptions["onControl"],
    carriesMessages = true,
  ): SecureChannel {
    const { clock, sodium } = this.#host.options;
    return new SecureChannel({
      sodium,
      clock,
      keys,
      onControl,
      carriesMessages,
      send: (frame) => this.#link.send(frame),
      buffered: () => this.#link.buffered,
    });
  }

  /** A handshake came to nothing. A channel that is live on this link does not suffer from it. */
  #fail(): void {
    this.#pairing?.root.failed();
    this.#pairing?.wipe();
    this.#pairing = undefined;
    if (this.#channel === undefined) this.#end("the handshake failed");
  }

  /** Leaves the place in time, or when the handshake is over; ends what is not a channel by then. */
  #within(place: Disposable, isOpen: () => boolean): void {
    this.#deadline.abort();
    this.#deadline = new AbortController();
    void this.#host.options.clock.sleep(handshakeMs, this.#deadline.signal).then(
      () => {
        place[Symbol.dispose]();
        if (!isOpen()) return;
        this.#pending?.channel.lost("timedOut");
        this.#pending = undefined;
        this.#fail();
      },
      () => place[Symbol.dispose](),
    );
  }

  #end(reason: string): void {
    this.#pairing?.root.failed();
    this.#pairing?.wipe();
    this.#pairing = undefined;
    this.#pending?.channel.lost("lost");
    this.#pending = undefined;
    if (this.#host.stop.aborted) this.#channel?.end("stopping");
    this.#channel?.lost("lost");
    this.#link.close(reason);
  }
}
