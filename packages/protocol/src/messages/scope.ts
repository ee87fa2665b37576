import { z } from "zod";

/**
 * What a client may do: `view` sees everything, `approve` answers what agents ask, `control` starts, directs and ends
 * sessions, `admin` changes what the host itself holds: projects, trust, devices, settings. Each stands for itself, but
 * all come with `view`. A paired device never gets `admin`.
 */
export const Scope = z.enum(["view", "approve", "control", "admin"]).meta({ title: "Scope" });
export type Scope = z.infer<typeof Scope>;
