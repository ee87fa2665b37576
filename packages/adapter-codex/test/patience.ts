import { vi } from "vitest";

// A real program on a busy machine: a second each, and some tests start several.
vi.setConfig({ testTimeout: 60_000 });
