import { lib } from "../../tsup.config.base.ts";

export default lib({
  entry: {
    "client/index": "src/client/index.ts",
    "server/index": "src/server/index.ts",
  },
  platform: "neutral",
});
