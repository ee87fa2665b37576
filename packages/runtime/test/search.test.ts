import { rm } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { openRuntime } from "../src/open-runtime.ts";
import { iterate, scriptedRuntime, until } from "./support.ts";

const call = (command: string) => ({ call: "Bash" as const, input: { command } });

async function searchable() {
  const made = await scriptedRuntime({
    scenario: ({ step, input }) =>
      step === 0 && input.text.includes("cart")
        ? [{ say: "Looking at the trolley." }, call("grep -rn cart src")]
        : [],
    perform: async () => ({ text: "src/cart.ts:7: wheels" }),
  });
  const run = async (input: string) => {
    const session = await made.create({
      input,
      approvals: { decide: () => ({ decision: { kind: "allow" }, by: "policy" }), otherwise: "deny" },
    });
    await until(iterate(session), "turnCompleted");
    return session;
  };
  return { ...made, run };
}

describe("search", () => {
  it("finds messages, commands and outputs, of a session that is on and of one that is over", async () => {
    const { runtime, run } = await searchable();
    const session = await run("Mend the cart");
    const hits = async (query: string) =>
      (await runtime.search(query)).hits.map(({ kind, seq }) => [kind, seq > 0]);
    expect(await hits("mend")).toEqual([["message", true]]);
    expect(await hits("trolley")).toEqual([["message", true]]);
    expect(await hits("grep")).toEqual([["command", true]]);
    expect(await hits("wheels")).toEqual([["output", true]]);
    await session.close();
    const {
      hits: [hit],
      isComplete,
    } = await runtime.search('"the cart"');
    expect(isComplete).toBe(true);
    expect(hit).toMatchObject({
      sessionId: session.id,
      kind: "message",
      snippet: { text: "Mend the cart", marks: [[5, 13]] },
    });
    const found: unknown[] = [];
    for await (const event of runtime.readTranscript(session.id, hit?.seq)) {
      found.push(event);
      break;
    }
    expect(found).toMatchObject([{ kind: "userMessage", text: "Mend the cart", at: hit?.at }]);
  });

  it("keeps to a project and a limit, and forgets what is deleted", async () => {
    const { runtime, run } = await searchable();
    const session = await run("Mend the cart");
    await run("Paint the cart").then((other) => other.close());
    const [project] = await runtime.projects.list();
    const other = await runtime.projects.ensure({ rootPath: "/other", name: "other", defaultBranch: "main" });
    const count = async (options: Parameters<typeof runtime.search>[1]) =>
      (await runtime.search("the cart", options)).hits.length;
    expect(await count({ ...(project && { projectId: project.id }) })).toBe(2);
    expect(await count({ projectId: other.id })).toBe(0);
    expect(await count({ limit: 1 })).toBe(1);
    await session.close();
    await runtime.deleteSession(session.id);
    expect(await count({})).toBe(1);
  });

  it("needs no index that is there already, nor one that is right", async () => {
    const { runtime, run, dataDir, backend } = await searchable();
    await run("Mend the cart").then((session) => session.close());
    await runtime.close();
    for (const side of ["", "-wal", "-shm"]) await rm(join(dataDir, `search.db${side}`), { force: true });
    await using again = await openRuntime({ dataDir, backends: [backend] });
    expect((await again.search("cart")).hits.length).toBeGreaterThan(0);
  });

  it("refuses what has no words, stops when it is told to, and not after the end", async () => {
    const { runtime } = await searchable();
    await expect(runtime.search("(*")).rejects.toMatchObject({ code: "badQuery", hint: expect.any(String) });
    const stopped = new AbortController();
    const search = runtime.search("cart", { signal: stopped.signal });
    stopped.abort(new Error("enough"));
    await expect(search).rejects.toThrow("enough");
    expect((await runtime.search("cart")).hits).toEqual([]);
    await runtime.close();
    await expect(runtime.search("cart")).rejects.toMatchObject({ code: "runtimeClosed" });
  });
});
