export { codexCapabilities } from "./capabilities.ts";
