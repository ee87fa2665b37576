import { concat } from "./bytes.ts";
import type { CipherState } from "./cipher-state.ts";
import { NoiseError } from "./noise-error.ts";
import { type PatternName, patterns, protocolName, type Token } from "./patterns.ts";
import type { KeyPair, Sodium } from "./sodium.ts";
import { SymmetricState } from "./symmetric-state.ts";

const keyBytes = 32;
const tagBytes = 16;

/** Who this side is, and whom it takes the other one for. */
export interface HandshakeOptions {
  readonly sodium: Sodium;
  readonly pattern: PatternName;
  readonly role: "initiator" | "responder";
  readonly prologue: Uint8Array;
  readonly staticKey: KeyPair;
  /** The responder's static key: what an initiator has to know before. */
  readonly remoteStatic?: Uint8Array;
  /** 32 bytes. A responder of `IKpsk2` may set it later, when it knows who is asking. */
  readonly psk?: Uint8Array;
  /** For known answers only. A fresh pair otherwise. */
  readonly ephemeralKey?: KeyPair;
}

/** The keys of a channel, and the hash that names it. */
export interface HandshakeResult {
  readonly sending: CipherState;
  readonly receiving: CipherState;
  /** 64 bytes: different for each handshake, the same on both sides. */
  readonly hash: Uint8Array;
}

/** One handshake, message after message. After an error there is no going on with it. */
export class Handshake {
  readonly #sodium: Sodium;
  readonly #state: SymmetricState;
  readonly #isInitiator: boolean;
  readonly #messages: readonly (readonly Token[])[];
  readonly #static: KeyPair;
  #ephemeral: KeyPair | undefined;
  #remoteStatic: Uint8Array | undefined;
  #remoteEphemeral: Uint8Array | undefined;
  #psk: Uint8Array | undefined;
  #next = 0;
  #isOver = false;

  constructor(options: HandshakeOptions) {
    this.#sodium = options.sodium;
    this.#isInitiator = options.role === "initiator";
    this.#messages = patterns[options.pattern];
    this.#static = options.staticKey;
    this.#ephemeral = options.ephemeralKey;
    this.#psk = options.psk;
    this.#remoteStatic = options.remoteStatic;
    this.#state = new SymmetricState(options.sodium, protocolName(options.pattern));
    this.#state.mixHash(options.prologue);
    this.#state.mixHash(this.#isInitiator ? given(options.remoteStatic) : options.staticKey.publicKey);
  }

  /** The static key of the other side, once it is known. */
  get remoteStatic(): Uint8Array | undefined {
    return this.#remoteStatic;
  }

  /** Where the other side had to say who it is before the secret that is shared with it could be looked up. */
  setPsk(psk: Uint8Array): void {
    this.#psk = psk;
  }

  /** The next message, with a payload in it. @throws NoiseError `weakKey` */
  write(payload: Uint8Array): Uint8Array {
    return this.#step(() => {
      const parts = this.#take(true).map((token) => this.#writeToken(token));
      return concat(...parts, this.#state.encryptAndHash(payload));
    });
  }

  /** The payload of the other side's next message. @throws NoiseError `notAuthentic`, `weakKey` or `malformed` */
  read(message: Uint8Array): Uint8Array {
    return this.#step(() => {
      let rest = message;
      for (const token of this.#take(false)) rest = this.#readToken(token, rest);
      if (rest.length < tagBytes) throw new NoiseError("malformed", "a handshake message is too short");
      return this.#state.decryptAndHash(rest);
    });
  }

  /** What comes of it after the last message. */
  finish(): HandshakeResult {
    if (this.#isOver || this.#next !== this.#messages.length)
      throw new NoiseError("malformed", "the handshake is not over");
    const hash = Uint8Array.from(this.#state.hash);
    const [toResponder, toInitiator] = this.#state.split();
    this.wipe();
    return this.#isInitiator
      ? { sending: toResponder, receiving: toInitiator, hash }
      : { sending: toInitiator, receiving: toResponder, hash };
  }

  /** Gives it up, or what is left of it. */
  wipe(): void {
    this.#isOver = true;
    this.#state.wipe();
    if (this.#ephemeral !== undefined) this.#sodium.wipe(this.#ephemeral.secretKey);
  }

  #step<T>(run: () => T): T {
    if (this.#isOver) throw new NoiseError("closed", "this handshake is over");
    try {
      return run();
    } catch (error) {
      this.wipe();
      throw error;
    }
  }

  /** The tokens of the next message, which must be this side's to write, or to read. */
  #take(isWriting: boolean): readonly Token[] {
    const isOurs = (this.#next % 2 === 0) === this.#isInitiator;
    const tokens = this.#messages[this.#next];
    if (tokens === undefined || isOurs !== isWriting)
      throw new NoiseError("malformed", "no such message is due in this handshake");
    this.#next++;
    return tokens;
  }

  #writeToken(token: Token): Uint8Array {
    if (token === "s") return this.#state.encryptAndHash(this.#static.publicKey);
    if (token !== "e") return this.#mix(token);
    this.#ephemeral ??= this.#sodium.keyPair();
    this.#mixEphemeral(this.#ephemeral.publicKey);
    return this.#ephemeral.publicKey;
  }

  /** Reads what the token stands for; what is left of the message. */
  #readToken(token: Token, message: Uint8Array): Uint8Array {
    if (token !== "e" && token !== "s") {
      this.#mix(token);
      return message;
    }
    const length = token === "e" ? keyBytes : keyBytes + tagBytes;
    if (message.length < length) throw new NoiseError("malformed", "a handshake message is too short");
    const part = message.slice(0, length);
    if (token === "s") this.#remoteStatic = this.#state.decryptAndHash(part);
    else {
      this.#remoteEphemeral = part;
      this.#mixEphemeral(part);
    }
    return message.subarray(length);
  }

  /** With a pre-shared key in play ephemeral keys are mixed into the key as well (section 9.2). */
  #mixEphemeral(publicKey: Uint8Array): void {
    this.#state.mixHash(publicKey);
    this.#state.mixKey(publicKey);
  }

  #mix(token: Exclude<Token, "e" | "s">): Uint8Array {
    if (token === "psk") this.#state.mixKeyAndHash(given(this.#psk));
    else {
      const [initiators, responders] = token;
      const [ours, theirs] = this.#isInitiator ? [initiators, responders] : [responders, initiators];
      const { secretKey } = given(ours === "e" ? this.#ephemeral : this.#static);
      const remote = given(theirs === "e" ? this.#remoteEphemeral : this.#remoteStatic);
      const secret = this.#sodium.sharedSecret(secretKey, remote);
      this.#state.mixKey(secret);
      this.#sodium.wipe(secret);
    }
    return new Uint8Array(0);
  }
}

function given<T>(value: T | undefined): T {
  if (value === undefined) throw new NoiseError("malformed", "a key that this handshake needs is not known");
  return value;
}
