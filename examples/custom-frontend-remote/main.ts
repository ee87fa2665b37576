import type { AgentEvent, ProjectId, SessionId } from "@nucleic/protocol/core";
import { type Board, HostClient, webSocketTo } from "@nucleic/sync/client";
import { byId, choices, clear, element, onSubmit, say, show, typed } from "./view.ts";

let client: HostClient;
let leaving = new AbortController();

/** Comes back by itself whenever the host was away; what is asked for meanwhile is asked then, and done once. */
function connect(url: string, token: string): void {
  void client?.close();
  client = new HostClient({ name: "custom-frontend-remote", connect: webSocketTo({ url, token }) });
  client.onConnection((isConnected) => {
    say(isConnected ? "connected" : "no connection");
    if (isConnected) fill().catch(say);
  });
  client.ready().catch(say);
  client.onBoard(list);
  if (sessionStorage.session) follow(sessionStorage.session).catch(say);
}

async function fill(): Promise<void> {
  const [projects, backends] = await Promise.all([
    client.query("projects", {}),
    client.query("backends", {}),
  ]);
  choices("project", projects);
  const installed = backends.filter((backend) => backend.installed);
  choices(
    "backend",
    installed.map(({ id, displayName }) => ({ id, name: displayName })),
  );
}

function list({ sessions, approvals }: Board): void {
  const lines = sessions.map(({ id, status, title }) => {
    const waiting = approvals.filter(({ sessionId }) => sessionId === id).length;
    return element("li", `${status}: ${title}${waiting > 0 ? ` (${waiting} to allow)` : ""}`, () =>
      follow(id),
    );
  });
  byId("sessions").replaceChildren(...lines);
}

/** From its last 2,000 records on, and then as it goes on, over every reconnection, until another one is followed. */
async function follow(sessionId: SessionId): Promise<void> {
  leaving.abort();
  leaving = new AbortController();
  sessionStorage.session = sessionId;
  const about = { sessionId };
  for await (const news of client.follow(sessionId, { tail: 2_000, signal: leaving.signal })) {
    if (news.kind === "snapshot") clear();
    if (news.kind === "live") continue;
    for (const event of news.kind === "partials" ? news.partials : news.records)
      show(event as AgentEvent, {
        // With the digest of what was shown: the host refuses an allowance of anything else.
        allow: (approvalId, digest) =>
          client.intent("approve", { approvalId, digest, decision: { kind: "allow" } }, about),
        deny: (approvalId) => client.intent("deny", { approvalId }, about),
        answer: (questionId, answers) =>
          client.intent("answer", { questionId, ...(answers && { answers }) }, about),
      });
  }
}

onSubmit("connect", async () => {
  Object.assign(sessionStorage, { host: typed("host"), token: typed("token") });
  connect(typed("host"), typed("token"));
});
onSubmit("start", async () => {
  const input = { text: typed("task"), context: [] };
  const args = { projectId: typed("project") as ProjectId, backend: typed("backend"), input };
  await follow((await client.intent("start", args)).sessionId);
});
onSubmit("interrupt", () => client.intent("interrupt", {}, { sessionId: sessionStorage.session }));

// The token comes in the fragment, which no server sees, and is out of the address before anything else is done. It stays
// in this tab, over a reload.
const link = new URLSearchParams(location.hash.slice(1));
history.replaceState(null, "", location.pathname);
for (const key of ["host", "token"]) if (link.has(key)) sessionStorage[key] = link.get(key);
if (sessionStorage.token) connect(sessionStorage.host, sessionStorage.token);
