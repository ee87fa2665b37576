import { nativeSodium } from "../../src/noise/node/native-sodium.ts";
import type { Sodium } from "../../src/noise/sodium.ts";
import { loadSodium } from "../../src/noise/wasm-sodium.ts";

export const sodium = await loadSodium();

const native = await nativeSodium();
if (native === undefined) throw new Error("sodium-native is a dev dependency here and must load");

/** Both implementations: what is specified in bytes is shown for each. */
export const sodiums: readonly (readonly [string, Sodium])[] = [
  ["WebAssembly", sodium],
  ["sodium-native", native],
];

export const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString("hex");
export const unhex = (text: string) => Uint8Array.from(Buffer.from(text, "hex"));
