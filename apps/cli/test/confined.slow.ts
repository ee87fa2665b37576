import { hostImage } from "@nucleic/sandbox/testing";
import { afterAll, vi } from "vitest";
import { confinedAgents, confinedTable } from "./confined-table.ts";

// Every real agent in every engine, through `nucleic run --sandbox`. Only the models behind them are scripted.

vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });

const image = await hostImage();
afterAll(() => image[Symbol.asyncDispose]());

confinedTable({ engine: "light" }, confinedAgents);
confinedTable({ engine: "container", image }, confinedAgents);
