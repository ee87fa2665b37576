import { z } from "zod";
import { Risk } from "../approval.ts";
import { DeviceId, ProjectId } from "../ids.ts";

const epochMs = z.number().int().nonnegative();

/** What a paired device may be given. It never gets `admin`; `view` comes with all. */
export const DeviceScope = z.enum(["view", "approve", "control"]).meta({ title: "DeviceScope" });
export type DeviceScope = z.infer<typeof DeviceScope>;

const minutes = z.number().int().min(0).max(1_440);

/** How far the scopes of a device go. What is absent is not limited. */
export const DeviceLimits = z
  .object({
    /** Only the sessions of these: others do not exist for it. */
    projects: z.array(ProjectId).max(1_000).optional(),
    /** What is riskier than this it can deny, and not allow. */
    maxRisk: Risk.optional(),
    /** Minutes of the host's local day; where `from` is behind `to`, over midnight. Outside of them it may do nothing. */
    hours: z.object({ from: minutes, to: minutes }).optional(),
    /** From then on it may do nothing. */
    expiresAt: epochMs.optional(),
  })
  .meta({ title: "DeviceLimits" });
export type DeviceLimits = z.infer<typeof DeviceLimits>;

/** A paired device as a list shows it. */
export const DeviceItem = z
  .object({
    id: DeviceId,
    name: z.string(),
    platform: z.string().optional(),
    /** `unconfirmed`: accepted, and not heard of since. */
    state: z.enum(["unconfirmed", "active", "revoked"]),
    scopes: z.array(DeviceScope),
    limits: DeviceLimits,
    /** Ed25519, what its decisions are checked with: 32 bytes in base64url. */
    approvalKey: z.string().optional(),
    isConnected: z.boolean(),
    pairedAt: epochMs,
    lastSeenAt: epochMs.optional(),
    revokedAt: epochMs.optional(),
  })
  .meta({ title: "DeviceItem" });
export type DeviceItem = z.infer<typeof DeviceItem>;

/** Where a pairing stands. */
export const PairingState = z
  .discriminatedUnion("state", [
    /** `link` is secret: whoever has it may try to pair. Good for one device until `expiresAt`. */
    z.object({ state: z.literal("open"), link: z.string(), expiresAt: epochMs }),
    /** A device waits for a minute. What it calls itself nobody has checked. */
    z.object({
      state: z.literal("asking"),
      deviceId: DeviceId,
      deviceName: z.string(),
      platform: z.string(),
      requestedScopes: z.array(z.string()),
    }),
    z.object({
      state: z.literal("over"),
      outcome: z.enum(["paired", "refused", "burnt", "expired", "lost", "closed"]),
      deviceId: DeviceId.optional(),
    }),
  ])
  .meta({ title: "PairingState" });
export type PairingState = z.infer<typeof PairingState>;

/** Where and how a device is woken, as a browser's `PushSubscription` says it. */
export const PushArgs = z.object({
  endpoint: z.string().max(2_048),
  keys: z.object({ p256dh: z.string().regex(/^[\w-]{87}$/), auth: z.string().regex(/^[\w-]{22}$/) }),
});
