import { randomUUID } from "node:crypto";
import type { Runtime } from "@nucleic/runtime";
import { z } from "zod";

const hostIdSetting = { key: "hostId", schema: z.union([z.uuid(), z.literal("")]), fallback: "" } as const;

/** Names this data directory to its clients, for good. */
export async function hostId({ settings }: Runtime): Promise<string> {
  const known = await settings.get(hostIdSetting);
  if (known !== "") return known;
  const id = randomUUID();
  await settings.set(hostIdSetting, id);
  return id;
}
