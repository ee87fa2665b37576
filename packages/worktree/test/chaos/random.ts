/** Choices that a seed decides. */
export interface Random {
  /** 0 to `limit` - 1. */
  below(limit: number): number;
  pick<T>(choices: readonly [T, ...T[]]): T;
  isTrue(probability: number): boolean;
  /** A word that no other call gives. */
  token(): string;
  /** For one order in five, when to kill who carries it out. */
  killAfterMs(): number | undefined;
}

/** The generator is xorshift32. */
export function random(seed: number): Random {
  let state = (seed * 2_654_435_761 + 1) >>> 0 || 1;
  let tokens = 0;
  const next = () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    state >>>= 0;
    return state / 2 ** 32;
  };
  const below = (limit: number) => Math.floor(next() * limit);
  return {
    below,
    pick: (choices) => choices[below(choices.length)] ?? choices[0],
    isTrue: (probability) => next() < probability,
    token: () => `${seed}-${tokens++}-${below(1e9)}`,
    killAfterMs: () => (next() < 0.2 ? 20 + below(600) : undefined),
  };
}
