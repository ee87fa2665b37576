import type { DeviceId } from "@nucleic/protocol/core";
import type { DeviceLimits } from "@nucleic/protocol/messages";
import type { DeviceRecord, DeviceScope, DeviceStore } from "@nucleic/runtime";
import { type DeviceDirectory, type DeviceRow, NoiseError, type Sodium } from "@nucleic/sync/noise";

const nonceBytes = 12;

/** The devices in the database, as the secure channel wants them: their secrets are sealed there. */
export class StoredDevices implements DeviceDirectory {
  readonly #devices: DeviceStore;
  readonly #sodium: Sodium;
  readonly #sealKey: Uint8Array;
  readonly #limitsFor: (deviceId: DeviceId) => DeviceLimits;

  /** `limitsFor`: what a device that is being added was limited to. */
  constructor(
    devices: DeviceStore,
    sodium: Sodium,
    {
      sealKey,
      limitsFor,
    }: { readonly sealKey: Uint8Array; readonly limitsFor: (id: DeviceId) => DeviceLimits },
  ) {
    this.#devices = devices;
    this.#sodium = sodium;
    this.#sealKey = sealKey;
    this.#limitsFor = limitsFor;
  }

  async byKey(publicKey: Uint8Array): Promise<DeviceRow | undefined> {
    const record = await this.#devices.byKey(publicKey);
    return record && this.#rowOf(record);
  }

  async add(row: DeviceRow): Promise<void> {
    const id = row.deviceId as DeviceId;
    await this.#devices.pair({
      id,
      label: row.name,
      platform: row.platform,
      publicKey: row.key,
      signingKey: row.approvalKey,
      sealedPsk: this.#seal(row.psk, id),
      scopes: row.scopes as readonly DeviceScope[],
      limits: this.#limitsFor(id),
      version: row.version,
      canPush: row.canPush,
      confirmBy: row.confirmBy,
    });
  }

  async confirm(deviceId: string): Promise<void> {
    await this.#devices.confirm(deviceId as DeviceId);
  }

  async removeUnconfirmed(deviceId: string): Promise<void> {
    await this.#devices.removeUnconfirmed(deviceId as DeviceId);
  }

  async use(use: { readonly deviceId: string; key: Uint8Array; epoch: number; version: number }) {
    const { deviceId, key, epoch, version } = use;
    return await this.#devices.use({ id: deviceId as DeviceId, key, epoch, version });
  }

  async announce(deviceId: string, nextKey: Uint8Array): Promise<void> {
    await this.#devices.announce(deviceId as DeviceId, nextKey);
  }

  #rowOf(record: DeviceRecord): DeviceRow {
    const { id, label, platform, publicKey, nextKey, signingKey, sealedPsk, confirmBy } = record;
    const isRevoked = record.state === "revoked";
    return {
      deviceId: id,
      name: label,
      platform: platform ?? "",
      state: isRevoked ? "revoked" : confirmBy === undefined ? "active" : "unconfirmed",
      key: publicKey,
      ...(nextKey && { nextKey }),
      // One that is revoked has none, and never gets so far that it is asked for.
      psk: sealedPsk === undefined ? new Uint8Array(32) : this.#open(sealedPsk, id),
      approvalKey: signingKey ?? new Uint8Array(32),
      scopes: record.scopes,
      epoch: record.epoch,
      version: record.version,
      confirmBy: confirmBy ?? 0,
      canPush: record.canPush,
    };
  }

  #seal(psk: Uint8Array, id: string): Uint8Array {
    const nonce = this.#sodium.random(nonceBytes);
    return Buffer.concat([nonce, this.#sodium.seal(this.#sealKey, nonce, Buffer.from(id), psk)]);
  }

  #open(sealed: Uint8Array, id: string): Uint8Array {
    const [nonce, rest] = [sealed.subarray(0, nonceBytes), sealed.subarray(nonceBytes)];
    const psk = this.#sodium.open(this.#sealKey, nonce, Buffer.from(id), rest);
    if (psk === undefined)
      throw new NoiseError("notStored", `the secret of device ${id} was sealed with another key`, {
        hint: "Pair the device again: the host's keys are not those it was paired with.",
      });
    return psk;
  }
}
