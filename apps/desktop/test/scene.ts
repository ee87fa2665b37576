import type { Page } from "playwright-core";
import type { Stage } from "./stage.ts";

/** One screen of the page, and when it is there. */
export interface Shot {
  readonly name: string;
  readonly hash: string;
  readonly ready: (page: Page) => Promise<unknown>;
  readonly act?: (page: Page) => Promise<unknown>;
}

/** A host at work: something of each kind. Gives the screens that show it. */
export async function scene(stage: Stage): Promise<readonly Shot[]> {
  const { client } = stage;
  const done = await stage.start("Reject days that do not exist");
  await stage.allowNext(done);
  await stage.allowNext(done);
  await client.board(({ sessions }) =>
    sessions.some(
      ({ id, status, diffstat }) => id === done && status === "awaitingInput" && diffstat?.files === 1,
    ),
  );
  const merged = await stage.start("Sum prices in cents", "codex");
  await stage.allowNext(merged);
  await client.board(({ sessions }) =>
    sessions.some(({ id, status }) => id === merged && status === "awaitingInput"),
  );
  await client.intent("integrate", { message: "Sum prices in cents" }, { sessionId: merged });
  await client.intent("markDone", {}, { sessionId: merged });
  await stage.start("Explain how an order is read", "codex");
  await stage.gates.reached("explained");
  const clean = await stage.start("Clean the build folders of old branches");
  const edit = await stage.start("Reject days before the shop was opened", "codex");
  const which = await stage.start("Which format should the export have?");
  await stage.start("Break the nightly import", "codex");
  await client.board(
    ({ approvals, questions, sessions }) =>
      [clean, edit].every((id) => approvals.some(({ sessionId }) => sessionId === id)) &&
      questions.some(({ sessionId }) => sessionId === which) &&
      sessions.some(({ status }) => status === "failed"),
  );
  const text = (wanted: string) => (page: Page) => page.getByText(wanted).first().waitFor();
  return [
    { name: "board", hash: "#/", ready: text("Needs approval") },
    { name: "session", hash: `#/session/${done}`, ready: text("Two things I left as they are") },
    {
      name: "mention",
      hash: `#/session/${done}`,
      ready: (page) => page.getByLabel("Message to the agent").pressSequentially("Does @dat"),
      act: (page) => page.getByRole("option").first().waitFor(),
    },
    { name: "asking", hash: `#/session/${edit}`, ready: text("Deny") },
    { name: "approvals", hash: "#/approvals", ready: text("Nothing is done before") },
    { name: "changes", hash: `#/session/${done}/changes`, ready: text("Bring it home") },
    { name: "new", hash: "#/new", ready: text("Let my policy answer") },
    { name: "queue", hash: "#/queue", ready: text("Clean, 1 file") },
    {
      name: "search",
      hash: "#/search",
      ready: (page) => page.getByRole("searchbox").fill("parse"),
      act: (page) => page.locator("mark").first().waitFor(),
    },
    { name: "usage", hash: "#/usage", ready: text("Other input") },
    {
      name: "usage-sessions",
      hash: "#/usage",
      ready: (page) => page.getByRole("button", { name: "By session" }).click(),
      act: (page) => page.getByRole("rowheader", { name: "Reject days that" }).waitFor(),
    },
    {
      name: "keys",
      hash: "#/",
      ready: text("Needs approval"),
      act: (page) => page.keyboard.press("?"),
    },
    { name: "projects", hash: "#/projects", ready: text("Tell me on the desktop") },
    { name: "devices", hash: "#/devices", ready: text("No device is paired") },
  ];
}
