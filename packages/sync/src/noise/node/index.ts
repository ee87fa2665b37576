export { FileKeyStore } from "./file-key-store.ts";
export { loadFastestSodium, nativeSodium } from "./native-sodium.ts";
