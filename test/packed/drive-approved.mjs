// Stands outside of the workspace, beside the tarballs: has the demo agent work on a running host, answers its question, and
// leaves its approvals to whoever else is there. Prints how they were decided, as JSON.
import { findHost } from "@nucleic/host";
import { answer, eventsOf, HostClient, webSocketTo } from "@nucleic/sync/client";

const host = await findHost(process.env.NUCLEIC_HOME);
const client = new HostClient({ name: "drive-approved", connect: webSocketTo(host) });
const [project] = await client.query("projects", {});
const input = { text: "Greet", context: [] };
const { sessionId } = await client.intent("start", { projectId: project.id, backend: "demo", input });
const resolved = [];
for await (const event of turn()) {
  if (event.kind === "questionAsked")
    await answer(client, { id: event.questionId, sessionId }, { tone: ["Nautical"] });
  if (event.kind === "approvalResolved") resolved.push(event);
}
await client.intent("stop", {}, { sessionId });
await client.close();
process.stdout.write(JSON.stringify({ sessionId, resolved }));

async function* turn() {
  for await (const news of client.follow(sessionId))
    for (const event of eventsOf(news)) {
      yield event;
      if (event.kind === "turnCompleted") return;
    }
}
