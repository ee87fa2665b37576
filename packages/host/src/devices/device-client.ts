import type { Clock, DeviceId } from "@nucleic/protocol/core";
import type { Scope } from "@nucleic/protocol/messages";
import type { DeviceStore } from "@nucleic/runtime";
import type { Client } from "../port.ts";
import { isOpenAt } from "./limits.ts";

/** A paired device. What it may do is what its row says when it is asked for. */
export class DeviceClient implements Client {
  readonly id: DeviceId;
  readonly device: DeviceId;
  readonly #devices: DeviceStore;
  readonly #clock: Clock;

  constructor(id: DeviceId, devices: DeviceStore, clock: Clock) {
    this.id = id;
    this.device = id;
    this.#devices = devices;
    this.#clock = clock;
  }

  async scopes(): Promise<readonly Scope[]> {
    const record = await this.#devices.get(this.id);
    return record && isOpenAt(record.limits, this.#clock.now()) ? record.scopes : [];
  }
}
