// .
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
    readonly code: "platform" | "programMissing" | "refused";
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
export type { AllowedNetwork as A, Confinement as C, LimitHit as L, RefusedHost as R, SandboxEngine as S, UnavailableReason as U, SandboxMount as a, Availability as b, Sandbox as c, SandboxEngineName as d, SandboxLimitName as e, SandboxLimits as f, SandboxNetwork as g, SandboxSpec as h };
import { ProcessHost } from '@nucleic/process';
interface SandboxEngineOptions {
    readonly processHost?: ProcessHost;
}
declare function noneEngine({ processHost }?: SandboxEngineOptions): SandboxEngine;
interface ContainerEngineOptions extends SandboxEngineOptions {
    readonly image: string | undefined;
    readonly cli?: "docker" | "podman";
    readonly cliArguments?: readonly string[];
    readonly environment?: Readonly<Record<string, string | undefined>>;
}
declare function containerEngine(options: ContainerEngineOptions): SandboxEngine;
type SandboxErrorCode = "closed" | "gitUnsafe" | "limitUnavailable" | "specInvalid" | "unavailable";
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
export { SandboxEngine, SandboxError, SandboxMount, containerEngine, lightEngine, noneEngine, programMounts };
export type { ContainerEngineOptions, SandboxEngineOptions, SandboxErrorCode };

// ./testing
import { ProcessHandle } from '@nucleic/process';
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
declare function networkSuite({ describe, test, expect }: TestApi, engine: SandboxEngine): void;
export { contentOf, escapeSuite, escapes, limitSuite, networkSuite, openSandboxIn, openScene, sandboxContract, tell };
export type { Escape, Place, Scene, TestApi, Told };
