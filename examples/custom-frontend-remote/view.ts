import type { AgentEvent, Answers, ApprovalId, EventOf, QuestionId } from "@nucleic/protocol/core";

/** What the buttons of a session do. */
export interface Presses {
  readonly allow: (id: ApprovalId, digest: string) => Promise<unknown>;
  readonly deny: (id: ApprovalId) => Promise<unknown>;
  /** Without answers it is declined. */
  readonly answer: (id: QuestionId, answers?: Answers) => Promise<unknown>;
}

export const byId = (id: string) => document.getElementById(id) as HTMLElement;
export const typed = (id: string) => (byId(id) as HTMLInputElement | HTMLSelectElement).value;
export const say = (what: unknown) =>
  byId("state").replaceChildren(what instanceof Error ? what.message : String(what));
export const clear = () => byId("transcript").replaceChildren();

/** All that agents say goes through here: as text, never as HTML. */
export function element(tag: string, text: string, onClick?: () => Promise<unknown>): HTMLElement {
  const made = document.createElement(tag);
  made.textContent = text;
  if (onClick) made.onclick = () => void onClick().catch(say);
  return made;
}

export function choices(id: string, items: readonly { readonly id: string; readonly name: string }[]): void {
  const chosen = typed(id);
  byId(id).replaceChildren(...items.map((item) => new Option(item.name, item.id, false, item.id === chosen)));
}

export function onSubmit(form: string, act: () => Promise<unknown>): void {
  byId(form).onsubmit = (event) => {
    event.preventDefault();
    act().catch(say);
  };
}

export function show(event: AgentEvent, presses: Presses): void {
  if (event.kind === "assistantText" && event.isPartial) {
    byId("live").append(event.text);
    return;
  }
  byId("live").replaceChildren();
  const add = (made: HTMLElement) => byId("transcript").append(made);
  if (event.kind === "userMessage") add(element("p", `> ${event.text}`));
  if (event.kind === "assistantText") add(element("p", event.text));
  if (event.kind === "approvalRequested") add(approvalCard(event, presses));
  if (event.kind === "questionAsked") add(questionCard(event, presses));
  // Whoever answered, here or elsewhere: there is nothing to press any more.
  if (event.kind === "approvalResolved")
    settle(event.approvalId, `${event.decision.kind} by ${event.decidedBy.by}`);
  if (event.kind === "questionAnswered") settle(event.questionId, "answered");
  if (event.kind === "error") add(element("p", `! ${event.message}`));
  if (event.kind === "turnCompleted") add(element("p", `■ ${event.outcome}`));
}

/** Of the record, which has the whole of what is asked; the list of all sessions leaves out what is large. */
function approvalCard({ request }: EventOf<"approvalRequested">, { allow, deny }: Presses): HTMLElement {
  const { id, digest = "", summary = "", risk = "unknown", riskReasons = [] } = request;
  const { tool, input, cwd, reason, diff = "" } = request;
  const card = element("article", "");
  card.id = id;
  card.append(
    element("h3", `${summary} [${[risk, ...riskReasons].join(", ")}]`),
    element("pre", `${JSON.stringify({ tool, input, cwd, reason }, null, 2)}\n${diff}`),
    element("button", "Allow", () => allow(id, digest)),
    element("button", "Deny", () => deny(id)),
  );
  return card;
}

/** With one press for each choice: a page for several questions at once would collect them first. */
function questionCard({ questionId, questions }: EventOf<"questionAsked">, { answer }: Presses): HTMLElement {
  const card = element("article", "");
  card.id = questionId;
  for (const { id, text, options } of questions) {
    const press = (label: string) => element("button", label, () => answer(questionId, { [id]: [label] }));
    card.append(element("p", text), ...options.map(({ label }) => press(label)));
  }
  card.append(element("button", "Decline", () => answer(questionId)));
  return card;
}

function settle(id: string, how: string): void {
  const card = document.getElementById(id);
  for (const button of card?.querySelectorAll("button") ?? []) button.remove();
  card?.append(element("p", how));
}
