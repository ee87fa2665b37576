import type { DeviceDirectory, DeviceRow, DeviceUse } from "../noise/device-directory.ts";

const isSame = (a: Uint8Array | undefined, b: Uint8Array) => a?.toString() === b.toString();

/** A directory of devices that is forgotten with the process. For tests, and as an example of what the port asks for. */
export class MemoryDeviceDirectory implements DeviceDirectory {
  readonly #rows = new Map<string, DeviceRow>();

  get rows(): readonly DeviceRow[] {
    return [...this.#rows.values()];
  }

  async byKey(publicKey: Uint8Array): Promise<DeviceRow | undefined> {
    return this.rows.find((row) => isSame(row.key, publicKey) || isSame(row.nextKey, publicKey));
  }

  async add(row: DeviceRow): Promise<void> {
    this.#rows.set(row.deviceId, row);
  }

  async confirm(deviceId: string): Promise<void> {
    this.#change(deviceId, (row) => (row.state === "unconfirmed" ? { ...row, state: "active" } : row));
  }

  async removeUnconfirmed(deviceId: string): Promise<void> {
    if (this.#rows.get(deviceId)?.state === "unconfirmed") this.#rows.delete(deviceId);
  }

  async use({ deviceId, epoch, key, version }: DeviceUse): Promise<boolean> {
    const row = this.#rows.get(deviceId);
    if (row === undefined || row.state === "revoked" || row.epoch !== epoch) return false;
    const isNext = isSame(row.nextKey, key);
    this.#rows.set(deviceId, {
      ...row,
      state: "active",
      version: Math.max(version, row.version),
      ...(isNext ? { key, nextKey: undefined } : {}),
    });
    return true;
  }

  async announce(deviceId: string, nextKey: Uint8Array): Promise<void> {
    this.#change(deviceId, (row) => (row.state === "active" ? { ...row, nextKey } : row));
  }

  /** What a host does when its user revokes a device: the secret goes, the epoch goes up. */
  revoke(deviceId: string): void {
    this.#change(deviceId, (row) => ({
      ...row,
      state: "revoked",
      psk: new Uint8Array(32),
      epoch: row.epoch + 1,
    }));
  }

  #change(deviceId: string, change: (row: DeviceRow) => DeviceRow): void {
    const row = this.#rows.get(deviceId);
    if (row !== undefined) this.#rows.set(deviceId, change(row));
  }
}
