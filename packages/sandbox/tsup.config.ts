import { lib } from "../../tsup.config.base.ts";

export default lib({ entry: { index: "src/index.ts", "testing/index": "src/testing/index.ts" } });
