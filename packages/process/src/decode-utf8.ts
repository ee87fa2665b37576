/** Bytes as text. Invalid sequences become U+FFFD; nothing is refused, nothing is stripped. */
export function decodeUtf8(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("utf8");
}
