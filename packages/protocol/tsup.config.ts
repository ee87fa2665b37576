import { lib } from "../../tsup.config.base.ts";

export default lib({
  entry: {
    index: "src/index.ts",
    core: "src/core.ts",
    "messages/index": "src/messages/index.ts",
    "testing/index": "src/testing/index.ts",
  },
  platform: "neutral",
});
