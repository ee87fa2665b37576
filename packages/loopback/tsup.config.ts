import { lib } from "../../tsup.config.base.ts";

export default lib({
  entry: { index: "src/index.ts", "mcp/index": "src/mcp/index.ts", "testing/index": "src/testing/index.ts" },
});
