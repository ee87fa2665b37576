import { DeviceId, IntentId } from "@nucleic/protocol";
import type { Runtime } from "@nucleic/runtime";
import type { Verdict } from "./oracle.ts";
import { counter } from "./people.ts";
import type { Testimony } from "./testimony.ts";

/** What only the database knows: intents, settings, devices, rules. */
export async function judgeDatabase(runtime: Runtime, testimony: Testimony, verdict: Verdict): Promise<void> {
  const { faults } = verdict;
  await runtime.intents.abandonUnfinished();
  await judgeIntents(runtime, testimony, verdict);
  const settings = Map.groupBy(testimony.of("setting"), ({ key }) => key);
  for (const [key, acks] of settings) {
    const value = await runtime.settings.get(counter(key));
    // A later one may have been written and not acknowledged.
    const least = Math.max(...acks.map((ack) => ack.value));
    if (value < least) faults.push(`setting ${key} is ${value}, and ${least} was acknowledged`);
  }
  const revoking = new Set(testimony.of("revoking").map(({ id }) => id));
  const revoked = new Set(testimony.of("revoked").map(({ id }) => id));
  for (const { id } of testimony.of("device")) {
    const device = await runtime.devices.get(DeviceId.parse(id));
    if (device === undefined) faults.push(`device ${id} is lost`);
    else if (revoked.has(id) && device.state !== "revoked") faults.push(`device ${id} may again`);
    else if (!revoking.has(id) && device.state === "revoked")
      faults.push(`device ${id} was revoked by nobody`);
  }
  const rules = new Set((await runtime.rules.list()).map(({ id }) => id));
  const removing = new Set(testimony.of("removingRule").map(({ id }) => id));
  // A session's rules go with it.
  const hasDeleted = testimony.of("deleting").length > 0;
  for (const { id } of testimony.of("rule"))
    if (!rules.has(id) && !removing.has(id) && !hasDeleted) faults.push(`rule ${id} is lost`);
}

/** Sent once more, as a device does that had no answer: none is taken a second time. */
async function judgeIntents(runtime: Runtime, testimony: Testimony, verdict: Verdict): Promise<void> {
  const accepted = new Set(testimony.of("intent").map(({ id }) => id));
  const done = new Set(testimony.of("intentDone").map(({ id }) => id));
  const effects = testimony.of("intentEffect").map(({ id }) => id);
  const revoking = new Set(testimony.of("revoking").map(({ id }) => id));
  for (const id of accepted) {
    const [device = "", intent = ""] = id.split("/");
    verdict.intents++;
    if (effects.filter((one) => one === id).length > 1) verdict.faults.push(`intent ${id} was done twice`);
    if (revoking.has(device)) continue;
    const args = { i: Number(intent.split("-").at(-1)) };
    const again = await runtime.intents.accept({
      ...{ deviceId: DeviceId.parse(device), id: IntentId.parse(intent) },
      ...{ kind: "set", args, requires: "control" },
    });
    if (again.outcome !== "known")
      verdict.faults.push(`intent ${id} is ${again.outcome} when it comes again`);
    else if (done.has(id) && again.state !== "done")
      verdict.faults.push(`intent ${id} was done, and is ${again.state}`);
    else if (again.state === "accepted") verdict.faults.push(`intent ${id} is still open`);
  }
}
