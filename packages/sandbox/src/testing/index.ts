export { sandboxContract } from "./contract.ts";
export { escapeSuite, limitSuite } from "./escape-suite.ts";
export { type Escape, escapes } from "./escapes.ts";
export { type HostImage, hostImage } from "./host-image.ts";
export { networkSuite } from "./network-suite.ts";
export { contentOf, openSandboxIn, openScene, type Place, type Scene, type Told, tell } from "./scene.ts";
export type { TestApi } from "./test-api.ts";
