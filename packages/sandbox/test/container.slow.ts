import { afterAll, describe, expect, test } from "vitest";
import { escapeSuite, hostImage, limitSuite, networkSuite, sandboxContract } from "../src/testing/index.ts";

const host = await hostImage();
afterAll(() => host[Symbol.asyncDispose]());

const api = { describe, test, expect };
sandboxContract(api, host.engine);
escapeSuite(api, host.engine);
limitSuite(api, host.engine, false);
networkSuite(api, host.engine);
