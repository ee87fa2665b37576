export type {
  DeviceListenOptions,
  DeviceOptions,
  DevicePushOptions,
  DeviceRelayOptions,
  FixedRelayOptions,
  MintedRelayOptions,
} from "./devices/device-options.ts";
export { isSignedBy } from "./devices/verify-signature.ts";
export { openHost } from "./host.ts";
export type { Host, HostOptions, HostProblem, ListenOptions, PageLinkOptions } from "./host-options.ts";
export { openParts, type Parts, type PartsOptions } from "./parts.ts";
export { type FoundHost, findHost } from "./place/discovery.ts";
export { type PolicyDecider, type PolicyScene, policyDecider } from "./policy/policy-decider.ts";
export {
  type Policies,
  type PolicyFault,
  policyPaths,
  readPolicies,
  readPolicyFile,
} from "./policy/policy-files.ts";
export { HostRefusal, type RefusalCode } from "./refusal.ts";
export type { ConfinedAgent, HostSandboxOptions } from "./sandbox/sandbox-options.ts";
export { titleOf } from "./sessions/title-of.ts";
export { type PlacedWorktree, type RestoredPlace, Worktrees, type WorktreesOptions } from "./worktrees.ts";
