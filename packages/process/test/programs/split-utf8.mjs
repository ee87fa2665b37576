// Writes two lines of multi-byte text one byte at a time, each byte in a write of its own.
import { writeSync } from "node:fs";

for (const byte of Buffer.from("grüße 🦊\r\nžluťoučký\u2028kůň\n")) writeSync(1, Uint8Array.of(byte));
