export type { HostPolicy } from "./context.ts";
export { type Host, type HostOptions, type ListenOptions, openHost } from "./host.ts";
export type { IntegrationPhase } from "./integration/phase.ts";
export { type FoundHost, findHost } from "./place/discovery.ts";
export { HostRefusal, type RefusalCode } from "./refusal.ts";
export { type SharedWorktree, sharedWorktree } from "./sessions/shared-worktree.ts";
export { mayShip, readShip, setShip, stopShipping } from "./ship/ship.ts";
export { type PlacedWorktree, type RestoredPlace, Worktrees, type WorktreesOptions } from "./worktrees.ts";
