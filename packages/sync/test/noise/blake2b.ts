/** BLAKE2b as RFC 7693 writes it, slowly: a second opinion on what libsodium makes of keys, salts and lengths. */
const mask = (1n << 64n) - 1n;
const iv = [
  0x6a09e667f3bcc908n,
  0xbb67ae8584caa73bn,
  0x3c6ef372fe94f82bn,
  0xa54ff53a5f1d36f1n,
  0x510e527fade682d1n,
  0x9b05688c2b3e6c1fn,
  0x1f83d9abfb41bd6bn,
  0x5be0cd19137e2179n,
];
const sigma = [
  "0123456789abcdef",
  "ea489fd61c02b753",
  "b8c052fdae367194",
  "7931dcbe265a40f8",
  "905724afe1bc683d",
  "2c6a0b834d75fe19",
  "c51fed4a0763928b",
  "db7ec13950f4862a",
  "6fe9b308c2d714a5",
  "a2847615fb9e3cd0",
];

interface Parameters {
  readonly key?: Uint8Array;
  /** 16 bytes each. */
  readonly salt?: Uint8Array;
  readonly personal?: Uint8Array;
}

const wordAt = (bytes: Uint8Array, at: number) => Buffer.from(bytes).readBigUInt64LE(at);
const rotated = (word: bigint, by: bigint) => ((word >> by) | (word << (64n - by))) & mask;

export function blake2b(length: number, message: Uint8Array, parameters: Parameters = {}): Uint8Array {
  const { key = new Uint8Array(0), personal = new Uint8Array(16), salt = new Uint8Array(16) } = parameters;
  const block = Buffer.alloc(64);
  block.set([length, key.length, 1, 1]);
  block.set(salt, 32);
  block.set(personal, 48);
  const state = iv.map((word, i) => word ^ wordAt(block, i * 8));
  const keyBlock = Buffer.alloc(key.length > 0 ? 128 : 0);
  keyBlock.set(key);
  const data = Buffer.concat([keyBlock, message]);
  const blocks = Math.max(1, Math.ceil(data.length / 128));
  for (let i = 0; i < blocks; i++) {
    const part = Buffer.alloc(128);
    part.set(data.subarray(i * 128, (i + 1) * 128));
    compress(state, part, BigInt(Math.min(data.length, (i + 1) * 128)), i === blocks - 1);
  }
  const out = Buffer.alloc(64);
  for (const [i, word] of state.entries()) out.writeBigUInt64LE(word, i * 8);
  return Uint8Array.from(out.subarray(0, length));
}

function compress(state: bigint[], part: Buffer, count: bigint, isLast: boolean): void {
  const v = [...state, ...iv];
  const get = (i: number) => v[i] ?? 0n;
  v[12] = get(12) ^ count;
  if (isLast) v[14] = get(14) ^ mask;
  const mix = (a: number, b: number, c: number, d: number, x: bigint, y: bigint) => {
    v[a] = (get(a) + get(b) + x) & mask;
    v[d] = rotated(get(d) ^ get(a), 32n);
    v[c] = (get(c) + get(d)) & mask;
    v[b] = rotated(get(b) ^ get(c), 24n);
    v[a] = (get(a) + get(b) + y) & mask;
    v[d] = rotated(get(d) ^ get(a), 16n);
    v[c] = (get(c) + get(d)) & mask;
    v[b] = rotated(get(b) ^ get(c), 63n);
  };
  for (let round = 0; round < 12; round++) {
    const order = [...(sigma[round % 10] ?? "")].map((digit) => Number.parseInt(digit, 16));
    const word = (i: number) => wordAt(part, (order[i] ?? 0) * 8);
    for (let i = 0; i < 4; i++) mix(i, 4 + i, 8 + i, 12 + i, word(2 * i), word(2 * i + 1));
    for (let i = 0; i < 4; i++)
      mix(i, 4 + ((i + 1) % 4), 8 + ((i + 2) % 4), 12 + ((i + 3) % 4), word(8 + 2 * i), word(9 + 2 * i));
  }
  for (const i of state.keys()) state[i] = (state[i] ?? 0n) ^ get(i) ^ get(i + 8);
}
