import { interleave } from "../interleave.ts";
import { atMost, type Row } from "../rows.ts";
import { mode, type Setting } from "../setting.ts";
import { frozen } from "./frozen.ts";

const events = "20000";

/** Goal 6: one session's events to ten encrypted devices, and to one. */
export async function fanOut(setting: Setting): Promise<Row[]> {
  const { rounds } = setting;
  return [...(await at(16, 3.7, rounds)), ...(await at(128, 2.5, rounds)), ...(await frozen(setting))];
}

async function at(batch: number, goal: number, rounds: number): Promise<Row[]> {
  const run = (devices: number) => [mode("fan-out"), String(devices), String(batch), events];
  const { one, ten } = await interleave({ one: run(1), ten: run(10) }, rounds);
  if (!one || !ten) return [];
  return [
    atMost(
      `6 to ten encrypted devices, ${batch} events at a time: CPU ÷ to one`,
      ten.cpuMs / one.cpuMs,
      goal,
      [ten, one],
    ),
  ];
}
