import type { AgentEvent, EventOf, ProjectId, SessionId } from "@nucleic/protocol/core";
import { type Board, HostClient, type HostError, webSocketTo } from "@nucleic/sync/client";

const byId = <E extends HTMLElement>(id: string) => document.getElementById(id) as E;
const typed = (id: string) => byId<HTMLInputElement | HTMLSelectElement>(id).value;
const say = (text: string) => byId("state").replaceChildren(text);
let client: HostClient | undefined;
let leaving = new AbortController();

/** All that agents say goes through here: as text, never as HTML. */
function element(tag: string, text: string, onClick?: () => Promise<unknown> | undefined): HTMLElement {
  const made = document.createElement(tag);
  made.textContent = text;
  made.onclick = () => void onClick?.()?.catch((error: HostError) => say(error.message));
  return made;
}

/** Comes back by itself whenever the host was away; what is asked for meanwhile is asked then, and done once. */
function connect(url: string, token: string): void {
  void client?.close();
  const now = new HostClient({ name: "custom-frontend-remote", connect: webSocketTo({ url, token }) });
  client = now;
  now.onConnection((isConnected) => {
    say(isConnected ? "connected" : "no connection");
    if (isConnected) void fill(now);
  });
  now.ready().catch((error: HostError) => say(error.message));
  now.onBoard(showBoard);
  if (sessionStorage.session) void follow(sessionStorage.session);
}

async function fill(from: HostClient): Promise<void> {
  const [projects, backends] = await Promise.all([from.query("projects", {}), from.query("backends", {})]);
  const option = (value: string, text: string) => new Option(text, value);
  byId("project").replaceChildren(...projects.map(({ id, name }) => option(id, name)));
  const installed = backends.filter((backend) => backend.installed);
  byId("backend").replaceChildren(...installed.map(({ id, displayName }) => option(id, displayName)));
}

function showBoard({ sessions, approvals }: Board): void {
  const lines = sessions.map(({ id, status, title }) => {
    const waiting = approvals.filter(({ sessionId }) => sessionId === id).length;
    return element("li", `${status}: ${title}${waiting > 0 ? ` (${waiting} to allow)` : ""}`, () =>
      follow(id),
    );
  });
  byId("sessions").replaceChildren(...lines);
}

async function follow(id: SessionId): Promise<void> {
  leaving.abort();
  leaving = new AbortController();
  sessionStorage.session = id;
  for await (const news of client?.follow(id, { tail: 2_000, signal: leaving.signal }) ?? []) {
    if (news.kind === "snapshot") byId("transcript").replaceChildren();
    if (news.kind === "live") continue;
    for (const event of news.kind === "partials" ? news.partials : news.records) show(event as AgentEvent);
  }
}

function show(event: AgentEvent): void {
  const add = (...parts: readonly HTMLElement[]) => byId("transcript").append(...parts);
  if (event.kind === "assistantText" && event.isPartial) {
    byId("live").append(event.text);
    return;
  }
  byId("live").replaceChildren();
  if (event.kind === "userMessage") add(element("p", `> ${event.text}`));
  if (event.kind === "assistantText") add(element("p", event.text));
  if (event.kind === "approvalRequested") add(approvalCard(event));
  if (event.kind === "questionAsked") add(questionCard(event));
  // Whoever answered, here or elsewhere: there is nothing to press any more.
  if (event.kind === "approvalResolved")
    settle(event.approvalId, `${event.decision.kind} by ${event.decidedBy.by}`);
  if (event.kind === "questionAnswered") settle(event.questionId, "answered");
  if (event.kind === "error") add(element("p", `! ${event.message}`));
  if (event.kind === "turnCompleted") add(element("p", `■ ${event.outcome}`));
}

/** From the record, which has the whole of what is asked; the digest says that this is what was seen. */
function approvalCard({ sessionId, request }: EventOf<"approvalRequested">): HTMLElement {
  const { id: approvalId, digest = "", summary = "", risk = "unknown", riskReasons = [] } = request;
  const { tool, input, cwd, reason, diff = "" } = request;
  const body = JSON.stringify({ tool, input, cwd, reason }, null, 2);
  const allow = { approvalId, digest, decision: { kind: "allow" } } as const;
  const card = element("article", "");
  card.id = approvalId;
  card.append(
    element("h3", `${summary} [${[risk, ...riskReasons].join(", ")}]`),
    element("pre", `${body}\n${diff}`),
    element("button", "Allow", () => client?.intent("approve", allow, { sessionId })),
    element("button", "Deny", () => client?.intent("deny", { approvalId }, { sessionId })),
  );
  return card;
}

function questionCard({ sessionId, questionId, questions }: EventOf<"questionAsked">): HTMLElement {
  const card = element("article", "");
  card.id = questionId;
  const answer = (answers: Record<string, string[]>) =>
    client?.intent("answer", { questionId, answers }, { sessionId });
  for (const { id, text, options } of questions) {
    const buttons = options.map(({ label }) => element("button", label, () => answer({ [id]: [label] })));
    card.append(element("p", text), ...buttons);
  }
  const decline = () => client?.intent("answer", { questionId }, { sessionId });
  card.append(element("button", "Decline", decline));
  return card;
}

function settle(id: string, how: string): void {
  const card = byId(id);
  for (const button of card?.querySelectorAll("button") ?? []) button.remove();
  card?.append(element("p", how));
}

async function start(): Promise<void> {
  const input = { text: typed("task"), context: [] };
  const args = { projectId: typed("project") as ProjectId, backend: typed("backend"), input };
  const started = await client?.intent("start", args);
  if (started) await follow(started.sessionId);
}

function onSubmit(form: string, act: () => unknown): void {
  byId(form).onsubmit = (event) => {
    event.preventDefault();
    Promise.resolve(act()).catch((error: HostError) => say(error.message));
  };
}

onSubmit("connect", () => {
  Object.assign(sessionStorage, { host: typed("host"), token: typed("token") });
  connect(typed("host"), typed("token"));
});
onSubmit("start", start);
byId("interrupt").onclick = () => {
  const sessionId = sessionStorage.session as SessionId;
  client?.intent("interrupt", {}, { sessionId }).catch((error: HostError) => say(error.message));
};

// The token comes in a fragment, which no server sees, and leaves the address before anything else is done. It stays in
// this tab, over a reload.
const link = new URLSearchParams(location.hash.slice(1));
history.replaceState(null, "", location.pathname);
for (const key of ["host", "token"]) if (link.has(key)) sessionStorage[key] = link.get(key);
if (sessionStorage.token) connect(sessionStorage.host, sessionStorage.token);
