import type { CloseReason } from "./channel-end.ts";
import type { SecureChannel } from "./secure-channel.ts";

/** The channels of each device. More than one only until the new one is known to be the device's. */
export class LiveChannels {
  readonly #byDevice = new Map<string, Set<SecureChannel>>();

  add(deviceId: string, channel: SecureChannel): void {
    const channels = this.#byDevice.get(deviceId) ?? new Set();
    this.#byDevice.set(deviceId, channels.add(channel));
    void channel.ended.then(() => {
      channels.delete(channel);
      if (channels.size === 0 && this.#byDevice.get(deviceId) === channels) this.#byDevice.delete(deviceId);
    });
  }

  /** All of one device, but the one given. */
  end(deviceId: string, reason: CloseReason, except?: SecureChannel): void {
    for (const channel of this.#byDevice.get(deviceId) ?? []) if (channel !== except) channel.end(reason);
  }

  /** Does something with each one. */
  each(run: (channel: SecureChannel) => void): void {
    for (const channels of this.#byDevice.values()) for (const channel of channels) run(channel);
  }
}
