export { LOOPBACK_PATH } from "./guard.ts";
export { LoopbackServer, type Seat, type Serve } from "./loopback-server.ts";
export { MAX_BODY_BYTES } from "./read-json.ts";
export { digestOf, newToken, ownerOf } from "./token.ts";
