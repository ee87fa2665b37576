// Grok counts its events after the session's id.
const numbered = /00000000-0000-4000-8000-[0-9a-f]{4}\d{8}(?:-\d+)?|\b\w+#\d+\b/g;

/** The text without the numbers of ids: which one an id has depends on all lines before it. */
export const withoutNumbers = (text: string): string => text.replace(numbered, "ID");

/** Stands for UUIDs: `00000000-0000-4000-8000-KKKKNNNNNNNN`, the N-th one that first appears in a line of kind K. */
export class UuidNumbers {
  readonly #stands = new Map<string, string>();
  readonly #counts = new Map<string, number>();

  stand(id: string, kind: string): string {
    const key = id.toLowerCase();
    const known = this.#stands.get(key);
    if (known) return known;
    const group = hash16(kind);
    const count = (this.#counts.get(group) ?? 0) + 1;
    this.#counts.set(group, count);
    const stand = `00000000-0000-4000-8000-${group}${String(count).padStart(8, "0")}`;
    this.#stands.set(key, stand);
    return stand;
  }
}

/** FNV-1a, folded to 16 bits. Kinds that meet in one value are counted together, so their ids stay apart. */
function hash16(text: string): string {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return (((hash >>> 16) ^ hash) & 0xffff).toString(16).padStart(4, "0");
}
