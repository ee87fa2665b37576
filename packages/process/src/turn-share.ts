/**
 * How much of what all programs print is taken in one turn of the event loop. A hundred pipes that are full hold more than
 * what is worked off in a second, and would be taken one right after the other: timers and sockets would wait for all of them.
 */
export const maxTurnBytes = 128 * 1024;

interface Waiting {
  readonly bytes: number;
  readonly resolve: () => void;
}

let takenBytes = 0;
let isTurnEnding = false;
const waiting: Waiting[] = [];

/** Resolves when that much may be taken, in the order of asking; `undefined` where that is now. */
export function turnFor(bytes: number): Promise<void> | undefined {
  endTurn();
  if (takenBytes >= maxTurnBytes || waiting.length > 0)
    return new Promise((resolve) => waiting.push({ bytes, resolve }));
  takenBytes += bytes;
  return undefined;
}

function endTurn(): void {
  if (isTurnEnding) return;
  isTurnEnding = true;
  setImmediate(() => {
    isTurnEnding = false;
    takenBytes = 0;
    while (takenBytes < maxTurnBytes) {
      const next = waiting.shift();
      if (next === undefined) return;
      takenBytes += next.bytes;
      next.resolve();
      // What it takes counts for the turn that begins here.
      endTurn();
    }
  });
}
