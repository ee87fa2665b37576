import { lib } from "../../tsup.config.base.ts";

export default lib({
  entry: {
    "client/index": "src/client/index.ts",
    "server/index": "src/server/index.ts",
    "transports/index": "src/transports/index.ts",
    "transports/node/index": "src/transports/node/index.ts",
    "testing/index": "src/testing/index.ts",
  },
  platform: "neutral",
  external: [/^node:/],
});
