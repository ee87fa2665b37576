import { BaseSequencer } from "vitest/node";

/** Starts the tests that wait for minutes and compute nothing before all others, so that they run beside them. */
export default class extends BaseSequencer {
  async sort(files) {
    const sorted = await super.sort(files);
    const holds = (file) => file.moduleId.endsWith("long-hold.test.ts");
    return [...sorted.filter(holds), ...sorted.filter((file) => !holds(file))];
  }
}
