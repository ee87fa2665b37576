import { lib } from "../../tsup.config.base.ts";

export default lib({
  entry: { index: "src/index.ts", "file/index": "src/file/index.ts" },
  platform: "neutral",
});
