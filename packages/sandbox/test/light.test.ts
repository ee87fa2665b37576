import { describe, expect, test } from "vitest";
import { lightEngine } from "../src/index.ts";
import { escapeSuite, limitSuite, networkSuite, sandboxContract } from "../src/testing/index.ts";

const api = { describe, test, expect };
sandboxContract(api, lightEngine());
escapeSuite(api, lightEngine());
limitSuite(api, lightEngine());
networkSuite(api, lightEngine());
