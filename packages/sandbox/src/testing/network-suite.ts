import type { RefusedHost, SandboxEngine } from "../types.ts";
import { openSandboxIn, openScene } from "./scene.ts";
import type { TestApi } from "./test-api.ts";

/** What a program says to the proxy, and the first line of what it is told. */
const ask = (line: string) =>
  `exec 3<>/dev/tcp/127.0.0.1/3128; printf '${line}\\r\\nHost: x\\r\\n\\r\\n' >&3; head -n 1 <&3; exec 3>&-`;

/** A list of hosts holds for whoever is inside. Needs bash inside. */
export function networkSuite({ describe, test, expect }: TestApi, engine: SandboxEngine): void {
  describe(`the network of ${engine.name}, with a list of hosts`, () => {
    test("leads to what is on the list and nowhere else, and each refusal is told with its reason", async () => {
      await using allowed = await openScene();
      const refused: RefusedHost[] = [];
      await using place = await openSandboxIn(engine, {
        network: { hosts: [`localhost:${allowed.port}`] },
        onRefused: (one) => refused.push(one),
      });
      const other = place.scene.port;
      expect(place.sandbox.confinement).toMatchObject({
        network: "allowed",
        hosts: [`localhost:${allowed.port}`],
      });
      const told = await place.run(
        [
          `head -n 1 </dev/tcp/127.0.0.1/${allowed.port}`,
          ask(`CONNECT localhost:${allowed.port} HTTP/1.1`),
          ask(`CONNECT localhost:${other} HTTP/1.1`),
          ask(`CONNECT 127.0.0.1:${allowed.port} HTTP/1.1`),
          ask(`GET http://localhost:${other}/ HTTP/1.1`),
          `(exec 3<>/dev/tcp/127.0.0.1/${other}) 2>/dev/null && echo reached`,
          `(exec 3<>/dev/tcp/203.0.113.1/80) 2>/dev/null && echo reached`,
        ].join("\n"),
      );
      expect(told.stdout.replaceAll("\r", "").split("\n")).toEqual([
        "SERVED",
        "HTTP/1.1 200 Connection established",
        "HTTP/1.1 403 Forbidden",
        "HTTP/1.1 403 Forbidden",
        "HTTP/1.1 403 Forbidden",
        "",
      ]);
      expect(refused).toMatchObject([
        {
          target: `localhost:${other}`,
          reason: "this port of it is not on the list of what the agent may reach",
        },
        { target: `127.0.0.1:${allowed.port}`, reason: "it is an address, and only names are allowed" },
        { target: `localhost:${other}` },
      ]);
      expect([allowed.connections(), place.scene.connections()]).toEqual([2, 0]);
    });

    test("ends with the program, whose exit code and signals are its own", async () => {
      await using place = await openSandboxIn(engine, { network: { hosts: ["api.example.com"] } });
      expect(await place.run("trap 'exit 7' TERM; kill -TERM $$; sleep 5")).toMatchObject({
        code: 7,
        stderr: "",
      });
    });
  });
}
