import { toBase64Url } from "./bytes.ts";
import { bytesField, type Fields } from "./fields.ts";
import type { HostKeys, ResponderOptions } from "./responder-options.ts";
import type { SecureChannel } from "./secure-channel.ts";

/** How often a device may announce a key on one channel. Each one is a write. */
const maxAnnouncements = 4;

/** What a device says to the channel's other end itself: of keys. */
export class LinkControls {
  readonly #options: ResponderOptions;
  readonly #deviceId: string;
  #announcements = 0;

  constructor(options: ResponderOptions, deviceId: string) {
    this.#options = options;
    this.#deviceId = deviceId;
  }

  /** What a device is told of a key that the host will have. */
  static hostRotate({ publicKey, notBefore }: NonNullable<HostKeys["announced"]>): object {
    return { t: "host.rotate", key: toBase64Url(publicKey), notBefore };
  }

  /** What is not known is of a later version and passed over. @throws NoiseError `malformed` */
  take(fields: Fields, channel: SecureChannel): void {
    if (fields.t === "host.stored")
      this.#options.onHostKeyStored?.(this.#deviceId, bytesField(fields, "key", 32));
    else if (fields.t === "key.rotate") this.#announce(bytesField(fields, "key", 32), channel);
  }

  #announce(key: Uint8Array, channel: SecureChannel): void {
    if (++this.#announcements > maxAnnouncements) return;
    // Before the first record is taken nothing may have an effect; control messages come after it or are it.
    void this.#options.directory.announce(this.#deviceId, key).then(
      () => channel.sendControl({ t: "key.stored", key: toBase64Url(key) }),
      (error: unknown) => this.#options.onProblem(error),
    );
  }
}
