import type { SandboxEngine } from "../types.ts";
import { escapes } from "./escapes.ts";
import { openSandboxIn } from "./scene.ts";
import type { TestApi } from "./test-api.ts";

const MEBIBYTE = 1024 * 1024;

/** More processes than it may, each of which stays. Not in bash, which tries for a quarter of a minute to make one. */
const FORK_BOMB = "sh -c 'i=0; while [ $i -lt 200 ]; do sleep 30 & i=$((i+1)); done; echo STARTED'";

const NEXT = "echo; echo NEXT-ATTEMPT";

/** Nothing that a program inside tries reaches outside, and what it takes is bounded. Needs bash and git. */
export function escapeSuite({ describe, test, expect }: TestApi, engine: SandboxEngine): void {
  describe(`${engine.name} keeps inside who`, () => {
    for (const [group, attempts] of Object.entries(escapes))
      test(group, async () => {
        await using place = await openSandboxIn(engine);
        // One program makes all of them, as one agent would: a container for each would take its time.
        const told = await place.run(
          attempts.map((one) => `(\n${one.script(place.scene)}\n)\n${NEXT}`).join("\n"),
        );
        const outputs = told.stdout.split("NEXT-ATTEMPT\n");
        const worked: string[] = [];
        for (const [at, attempt] of attempts.entries())
          if (await attempt.worked(place.scene, { ...told, stdout: outputs[at] ?? "" }))
            worked.push(attempt.name);
        expect({ worked, made: outputs.length - 1 }).toEqual({ worked: [], made: attempts.length });
      });

    test("fills the disk: scratch space ends, and the program is told", async () => {
      await using place = await openSandboxIn(engine, { scratchBytes: 4 * MEBIBYTE });
      const fill = (path: string) => `head -c 80M /dev/zero >${path}/fill 2>/dev/null && echo FILLED ${path}`;
      const { stdout } = await place.run(["/tmp", "/dev/shm", "$HOME", "/", "/dev"].map(fill).join("; "));
      expect(stdout).toEqual("");
    });
  });
}

/**
 * The same for processes and memory, where the engine can limit them on this machine.
 * @param tells whether it can tell afterwards which limit was run into
 */
export function limitSuite({ describe, test, expect }: TestApi, engine: SandboxEngine, tells = true): void {
  describe(`${engine.name} bounds who`, () => {
    test("forks without end", async () => {
      await using place = await openSandboxIn(engine, { limits: { processes: 40 } });
      const { stdout } = await place.run(FORK_BOMB);
      expect(stdout).toEqual("");
      const hits = await place.sandbox.limitHits();
      expect(hits.map(({ limit }) => limit)).toEqual(tells ? ["processes"] : []);
    });

    test("takes all memory", async () => {
      await using place = await openSandboxIn(engine, { limits: { memoryBytes: 64 * MEBIBYTE } });
      const { stdout } = await place.run(
        'x=$(head -c 200M /dev/zero | tr "\\0" x); [ -n "$x" ] && echo TAKEN',
      );
      expect(stdout).toEqual("");
      const hits = await place.sandbox.limitHits();
      expect(hits.map(({ limit }) => limit)).toEqual(tells ? ["memoryBytes"] : []);
    });
  });
}
