export { type ContainerEngineOptions, containerEngine } from "./container/engine.ts";
export { SandboxError, type SandboxErrorCode } from "./error.ts";
export { lightEngine } from "./light/engine.ts";
export { noneEngine, type SandboxEngineOptions } from "./none.ts";
export { programMounts } from "./program-mounts.ts";
export type {
  AllowedNetwork,
  Availability,
  Confinement,
  LimitHit,
  RefusedHost,
  Sandbox,
  SandboxEngine,
  SandboxEngineName,
  SandboxLimitName,
  SandboxLimits,
  SandboxMount,
  SandboxNetwork,
  SandboxSpec,
  UnavailableReason,
} from "./types.ts";
