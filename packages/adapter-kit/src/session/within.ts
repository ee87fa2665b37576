import type { Clock } from "@nucleic/protocol";

/** Whether the promise settled in time. Does not settle it, and does not reject. */
export async function within(promise: Promise<unknown>, ms: number, clock: Clock): Promise<boolean> {
  const done = new AbortController();
  const settled = promise.then(
    () => true,
    () => true,
  );
  const late = clock.sleep(ms, done.signal).then(
    () => false,
    () => true,
  );
  try {
    return await Promise.race([settled, late]);
  } finally {
    done.abort();
  }
}
