const dropped = 50;

/** The median time of a round trip, in milliseconds; the first fifty, while everything is cold, do not count. */
export async function medianOf(times: number, ask: (time: number) => Promise<unknown>): Promise<number> {
  const took: number[] = [];
  for (let time = 0; time < dropped + times; time++) {
    const begun = performance.now();
    await ask(time);
    if (time >= dropped) took.push(performance.now() - begun);
  }
  took.sort((a, b) => a - b);
  return took[Math.floor(took.length / 2)] ?? 0;
}
