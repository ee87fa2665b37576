import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import type { SessionId } from "@nucleic/protocol";
import { execa } from "execa";
import type { DeviceDoor } from "./device-door.ts";
import type { DevicesSetting } from "./devices.ts";

/** Encrypted devices in a process of their own. */
export interface Devices extends AsyncDisposable {
  /** In how many pieces records came to each, when all have seen a turn's end. */
  readonly over: Promise<readonly number[]>;
  /** They stop reading, and answer nothing any more. */
  freeze(): void;
}

/** Opens so many that follow a session, with that much credit. Resolves when all stand at its head. */
export async function openDevices(
  door: DeviceDoor,
  sessionId: SessionId,
  count: number,
  credit?: number,
): Promise<Devices> {
  const program = fileURLToPath(new URL("./devices.ts", import.meta.url));
  const child = execa(process.execPath, [program], {
    stdin: "pipe",
    stdout: "pipe",
    stderr: "inherit",
    buffer: false,
    reject: false,
  });
  const lines = createInterface({ input: child.stdout });
  const setting: DevicesSetting = { url: door.url, sessionId, pairings: await door.pair(count), credit };
  child.stdin.write(`${JSON.stringify(setting)}\n`);
  await once(lines, "line");
  const over = once(lines, "line").then(([line]) => JSON.parse(line as string) as number[]);
  // Nobody waits for those that are frozen.
  over.catch(() => undefined);
  return {
    over,
    freeze: () => void child.kill("SIGSTOP"),
    async [Symbol.asyncDispose]() {
      child.kill("SIGKILL");
      await child;
    },
  };
}
