// .
import { Clock } from '@nucleic/protocol/core';
import { ProcessHost } from '@nucleic/process';
type SandboxEngineName = "container" | "light" | "none";
interface SandboxMount {
    readonly path: string;
    readonly access: "read" | "write";
}
type SandboxNetwork = "off" | "on" | AllowedNetwork;
interface AllowedNetwork {
    readonly hosts: readonly string[];
    readonly ports?: readonly number[];
}
interface RefusedHost {
    readonly target: string;
    readonly reason: string;
}
interface SandboxLimits {
    readonly memoryBytes?: number;
    readonly processes?: number;
    readonly cpus?: number;
}
type SandboxLimitName = keyof SandboxLimits;
interface SandboxSpec {
    readonly worktree: string;
    readonly mounts?: readonly SandboxMount[];
    readonly network?: SandboxNetwork;
    readonly onRefused?: (refused: RefusedHost) => void;
    readonly limits?: SandboxLimits;
    readonly home?: string;
    readonly scratchBytes?: number;
}
interface Confinement {
    readonly files: boolean;
    readonly processes: boolean;
    readonly network: "allowed" | "off" | "on";
    readonly hosts?: readonly string[];
    readonly limits: readonly SandboxLimitName[];
}
interface UnavailableReason {
    readonly code: "filesElsewhere" | "platform" | "programMissing" | "refused";
    readonly message: string;
    readonly hint: string;
}
type Availability = {
    readonly available: true;
    readonly limits: readonly SandboxLimitName[];
} | {
    readonly available: false;
    readonly reasons: readonly UnavailableReason[];
};
interface LimitHit {
    readonly limit: SandboxLimitName;
    readonly count: number;
}
interface Sandbox extends AsyncDisposable {
    readonly engine: SandboxEngineName;
    readonly processHost: ProcessHost;
    readonly confinement: Confinement;
    limitHits(): Promise<readonly LimitHit[]>;
    close(): Promise<void>;
}
interface SandboxEngine {
    readonly name: SandboxEngineName;
    available(): Promise<Availability>;
    prepare(spec: SandboxSpec): Promise<Sandbox>;
}
interface SandboxEngineOptions {
    readonly processHost?: ProcessHost;
}
declare function noneEngine({ processHost }?: SandboxEngineOptions): SandboxEngine;
interface ContainerEngineOptions extends SandboxEngineOptions {
    readonly image: string | undefined;
    readonly cli?: "docker" | "podman";
    readonly cliArguments?: readonly string[];
    readonly sharesFiles?: boolean;
    readonly clock?: Clock;
    readonly environment?: Readonly<Record<string, string | undefined>>;
}
declare function containerEngine(options: ContainerEngineOptions): SandboxEngine;
export { containerEngine as k, noneEngine as n };
export type { AllowedNetwork as A, Confinement as C, LimitHit as L, RefusedHost as R, SandboxEngineOptions as S, UnavailableReason as U, SandboxEngine as a, SandboxMount as b, Availability as c, ContainerEngineOptions as d, Sandbox as e, SandboxEngineName as f, SandboxLimitName as g, SandboxLimits as h, SandboxNetwork as i, SandboxSpec as j };
import '@nucleic/protocol/core';
import '@nucleic/process';
type SandboxErrorCode = "closed" | "filesElsewhere" | "gitUnsafe" | "limitUnavailable" | "specInvalid" | "unavailable";
declare class SandboxError extends Error {
    readonly name = "SandboxError";
    readonly code: SandboxErrorCode;
    readonly hint: string | undefined;
    constructor(code: SandboxErrorCode, message: string, options?: ErrorOptions & {
        hint?: string;
    });
}
declare function lightEngine({ processHost }?: SandboxEngineOptions): SandboxEngine;
declare function programMounts(path: string): Promise<readonly SandboxMount[]>;
export { SandboxEngine, SandboxEngineOptions, SandboxError, SandboxMount, lightEngine, programMounts };
export type { SandboxErrorCode };

// ./testing
import { ProcessHandle } from '@nucleic/process';
import '@nucleic/protocol/core';
interface TestApi {
    describe(name: string, body: () => void): void;
    test(name: string, body: () => Promise<void>): void;
    expect(actual: unknown): {
        toEqual(expected: unknown): void;
        toMatchObject(expected: object): void;
    };
}
declare function sandboxContract(api: TestApi, engine: SandboxEngine): void;
declare function escapeSuite({ describe, test, expect }: TestApi, engine: SandboxEngine): void;
declare function limitSuite({ describe, test, expect }: TestApi, engine: SandboxEngine, tells?: boolean): void;
interface Told {
    readonly code: number | undefined;
    readonly stdout: string;
    readonly stderr: string;
}
interface Scene extends AsyncDisposable {
    readonly home: string;
    readonly repository: string;
    readonly worktree: string;
    readonly otherWorktree: string;
    readonly port: number;
    connections(): number;
    readonly bystander: ProcessHandle;
    readonly env: Readonly<Record<string, string>>;
    spec(more?: Partial<SandboxSpec>): SandboxSpec;
    git(...args: readonly string[]): Promise<string>;
}
declare function openScene(): Promise<Scene>;
declare function tell(sandbox: Sandbox, scene: Scene, script: string): Promise<Told>;
interface Place extends AsyncDisposable {
    readonly scene: Scene;
    readonly sandbox: Sandbox;
    run(script: string): Promise<Told>;
}
declare function openSandboxIn(engine: SandboxEngine, more?: Partial<SandboxSpec>): Promise<Place>;
declare const contentOf: (path: string) => Promise<string | undefined>;
interface Escape {
    readonly name: string;
    script(scene: Scene): string;
    worked(scene: Scene, told: Told): Promise<boolean> | boolean;
}
declare const escapes: Readonly<Record<string, readonly Escape[]>>;
interface HostImage extends AsyncDisposable {
    readonly engine: SandboxEngine;
    readonly image: string;
    readonly mounts: readonly SandboxMount[];
    readonly environment: Readonly<Record<string, string>>;
    engineWith(more: Partial<ContainerEngineOptions>): SandboxEngine;
    podman(...args: readonly string[]): Promise<string>;
}
declare function hostImage(): Promise<HostImage>;
declare function networkSuite({ describe, test, expect }: TestApi, engine: SandboxEngine): void;
export { contentOf, escapeSuite, escapes, hostImage, limitSuite, networkSuite, openSandboxIn, openScene, sandboxContract, tell };
export type { Escape, HostImage, Place, Scene, TestApi, Told };
