import type { AgentEvent, ProjectId, SessionId } from "@nucleic/protocol/core";
import { allow, answer, deny, eventsOf, HostClient, pageAddress, webSocketTo } from "@nucleic/sync/client";

const client = new HostClient({ name: "custom-frontend-remote", connect: webSocketTo(pageAddress()) });
const at = (id: string) => document.getElementById(id) as HTMLInputElement;
const say = (what: unknown) => at("state").replaceChildren(what instanceof Error ? what.message : `${what}`);
const press = (act: () => Promise<unknown>) => () => void act().catch(say);
/** All that agents say goes through here: as text, never as HTML. */
const element = (tag: string, textContent: string, act?: () => Promise<unknown>) =>
  Object.assign(document.createElement(tag), { textContent, onclick: act ? press(act) : null });
let leaving = new AbortController();
async function follow(id: SessionId): Promise<void> {
  leaving.abort();
  leaving = new AbortController();
  sessionStorage.session = id;
  for await (const news of client.follow(id, { tail: 2_000, signal: leaving.signal })) {
    if (news.kind === "snapshot") at("transcript").replaceChildren();
    eventsOf(news).forEach(show);
  }
}
function show(event: AgentEvent): void {
  const line = (text: string) => at("transcript").append(element("p", text));
  if (event.kind === "assistantText" && event.isPartial) at("live").append(event.text);
  else at("live").replaceChildren();
  if (event.kind === "userMessage" || (event.kind === "assistantText" && !event.isPartial)) line(event.text);
  if (event.kind === "turnCompleted") line(`■ ${event.outcome}`);
}
client.onConnection((isConnected) => say(isConnected ? "connected" : "no connection"));
client.onBoard(({ sessions, approvals, questions, clipped }) => {
  const rows = sessions.map((one) => element("li", `${one.status}: ${one.title}`, () => follow(one.id)));
  at("sessions").replaceChildren(...rows);
  const cards = approvals.map((ask) => {
    const card = element("article", `${ask.summary} [${ask.risk}]`);
    card.append(element("pre", `${JSON.stringify({ ...ask, diff: "" }, null, 2)}\n${ask.diff ?? ""}`));
    if (!clipped.has(ask.id)) card.append(element("button", "Allow", () => allow(client, ask)));
    card.append(element("button", "Deny", () => deny(client, ask)));
    return card;
  });
  const choice = (asked: (typeof questions)[number], id: string, label: string) =>
    element("button", label, () => answer(client, asked, { [id]: [label] }));
  for (const asked of questions)
    for (const { id, text, options } of asked.questions)
      cards.push(element("p", text), ...options.map(({ label }) => choice(asked, id, label)));
  at("asks").replaceChildren(...cards);
});
async function begin(): Promise<void> {
  await client.ready();
  const [projects, known] = [await client.query("projects", {}), await client.query("backends", {})];
  const backends = known.filter(({ installed }) => installed);
  at("project").replaceChildren(...projects.map(({ id, name }) => new Option(name, id)));
  at("backend").replaceChildren(...backends.map(({ id, displayName }) => new Option(displayName, id)));
  if (sessionStorage.session) await follow(sessionStorage.session);
}
at("start").onclick = press(async () => {
  const input = { text: at("task").value, context: [] };
  const where = { projectId: at("project").value as ProjectId, backend: at("backend").value };
  await follow((await client.intent("start", { ...where, input })).sessionId);
});
at("interrupt").onclick = press(() => client.intent("interrupt", {}, { sessionId: sessionStorage.session }));
begin().catch(say);
