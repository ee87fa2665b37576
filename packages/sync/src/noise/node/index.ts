export { loadFastestSodium, nativeSodium } from "./native-sodium.ts";
