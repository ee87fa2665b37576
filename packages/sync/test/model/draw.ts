/** A number from 0 up to, not including, that one. */
export type Draw = (below: number) => number;

/** Numbers from a seed, so that a run that fails can be run again. Neighbouring seeds have nothing in common. */
export function drawFrom(seed: number): Draw {
  let state = Math.imul(seed ^ 0x9e37_79b9, 0x85eb_ca6b) >>> 0;
  return (below) => {
    state = (state + 0x6d2b_79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * below);
  };
}
