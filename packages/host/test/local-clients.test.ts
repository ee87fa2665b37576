import type { ApprovalRequest } from "@nucleic/protocol";
import { allow, HostClient, pageAddress, webSocketTo } from "@nucleic/sync/client";
import { describe, expect, it, onTestFinished } from "vitest";
import type { Host } from "../src/index.ts";
import { LocalClient } from "../src/local-client.ts";
import { clientOf, newProject, recordsOf, scriptedHost, start, until } from "./support.ts";

const asks = {
  scenario: {
    name: "asks",
    replies: [[{ call: "Bash" as const, input: { command: "git push" } }], [{ say: "Done." }]],
  },
};

/** A client of another process, as far as the host can tell. */
function farClient(host: Host, name: string): HostClient {
  if (host.address === undefined) throw new Error("it does not listen");
  const client = new HostClient({ name, connect: webSocketTo(host.address), maxAttempts: 1 });
  onTestFinished(() => client.close());
  return client;
}

describe("a client of this machine", () => {
  it("is not woken by push, whether or not the host has devices to wake", async () => {
    const client = clientOf(await scriptedHost(asks));
    const subscription = {
      endpoint: "https://push.example.org/a",
      keys: { p256dh: "a".repeat(87), auth: "b".repeat(22) },
    };
    await expect(client.intent("setPush", subscription)).rejects.toMatchObject({ code: "devicesOnly" });
  });

  it("is who its token says, and whom it calls itself, whatever that is", () => {
    const client = new LocalClient("local", ["view"]);
    expect(client.id).toBe("local");
    client.introduced("my frontend");
    expect(client.id).toBe("local:my frontend");
    client.introduced(`page http://a:b\n${"x".repeat(100)}`);
    expect(client.id).toMatch(/^local:page http___a_b_x{48}$/);
    const page = new LocalClient("page http://127.0.0.1:5173", ["view"]);
    page.introduced("board");
    expect(page.id).toBe("local:page http://127.0.0.1:5173:board");
  });

  it("is in the record as who answered", async () => {
    const host = await scriptedHost(asks, { listen: {} });
    const near = clientOf(host, "near");
    const far = farClient(host, "far");
    const id = await start(near, await newProject(near));
    const request = await new Promise<ApprovalRequest>((resolve) => {
      far.onBoard(({ approvals: [approval] }) => approval && resolve(approval));
    });
    await allow(far, request);
    const resolved = await until(recordsOf(near, id), "approvalResolved");
    expect(resolved).toMatchObject({ decidedBy: { by: "person", deviceId: "local:far" } });
  });

  it("has a minute of its own", async () => {
    const host = await scriptedHost(asks, { listen: {}, intentsPerMinute: 1 });
    const [one, other] = [farClient(host, "one"), farClient(host, "other")];
    const nothing = (client: HostClient) => client.intent("addProject", { path: "/" });
    await expect(nothing(one)).rejects.toMatchObject({ code: "notARepository" });
    await expect(nothing(one)).rejects.toMatchObject({ code: "rateLimited" });
    await expect(nothing(other)).rejects.toMatchObject({ code: "notARepository" });
  });
});

describe("a link for a page", () => {
  const origin = "http://127.0.0.1:5173";

  it("is for a page that the host answers", async () => {
    const host = await scriptedHost(asks, { listen: { origins: [origin] } });
    const link = new URL(host.pageLink({ page: `${origin}/app?a#old` }));
    expect(`${link.origin}${link.pathname}${link.search}`).toBe(`${origin}/app?a`);
    const about = new URLSearchParams(link.hash.slice(1));
    expect([...about.keys()]).toEqual(["host", "code"]);
    expect(about.get("host")).toBe(host.address?.url);
    const refusal = expect.objectContaining({ code: "unknownOrigin" });
    expect(() => host.pageLink({ page: "http://127.0.0.1:5174/" })).toThrow(refusal);
  });

  it("there is none where the host does not listen, and none for a program", async () => {
    const deaf = await scriptedHost(asks);
    expect(() => deaf.pageLink({ page: origin })).toThrow(expect.objectContaining({ code: "unknownOrigin" }));
    const host = await scriptedHost(asks, { listen: { origins: [origin] } });
    const { hash, pathname, search } = new URL(host.pageLink({ page: origin }));
    const sessionStorage = { getItem: () => null, setItem: () => undefined, removeItem: () => undefined };
    const history = { replaceState: () => undefined };
    // Node.js says no origin, as a browser does.
    const address = pageAddress({ location: { hash, pathname, search }, history, sessionStorage });
    await expect(address).rejects.toMatchObject({ code: "unauthorized" });
  });
});
