import { randomUUID } from "node:crypto";
import { type ProcessIdentity, processIdentity } from "@nucleic/process";
import type { Runtime } from "@nucleic/runtime";
import { z } from "zod";

/** Which process this is. */
export async function ownIdentity(): Promise<ProcessIdentity> {
  const identity = await processIdentity(process.pid);
  if (identity === undefined) throw new TypeError("the system does not list this very process");
  return identity;
}

const hostIdSetting = { key: "hostId", schema: z.union([z.uuid(), z.literal("")]), fallback: "" } as const;

/** Names this data directory to its clients, for good. */
export async function hostId({ settings }: Runtime): Promise<string> {
  const known = await settings.get(hostIdSetting);
  if (known !== "") return known;
  const id = randomUUID();
  await settings.set(hostIdSetting, id);
  return id;
}
