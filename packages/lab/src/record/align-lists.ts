/** Two lists side by side: pairs of equal kind in both orders, and between them what only one has. */
export function alignLists<T>(
  before: readonly T[],
  after: readonly T[],
  kind: (item: T) => string,
): [left: T | undefined, right: T | undefined][] {
  const common = commonLengths(before.map(kind), after.map(kind));
  const pairs: [T | undefined, T | undefined][] = [];
  let i = 0;
  let j = 0;
  while (i < before.length || j < after.length) {
    const [left, right] = [before[i], after[j]];
    const both = left !== undefined && right !== undefined;
    if (both && kind(left) === kind(right)) {
      pairs.push([left, right]);
      i++;
      j++;
    } else if (left !== undefined && (right === undefined || common(i + 1, j) >= common(i, j + 1))) {
      pairs.push([left, undefined]);
      i++;
    } else {
      pairs.push([undefined, right]);
      j++;
    }
  }
  return pairs;
}

/** The length of the longest common subsequence from (i, j) on. Time and space grow with the product of the lengths. */
function commonLengths(
  before: readonly string[],
  after: readonly string[],
): (i: number, j: number) => number {
  const width = after.length + 1;
  const table = new Uint32Array((before.length + 1) * width);
  const at = (i: number, j: number) => table[i * width + j] ?? 0;
  for (let i = before.length - 1; i >= 0; i--)
    for (let j = after.length - 1; j >= 0; j--)
      table[i * width + j] =
        before[i] === after[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
  return at;
}
