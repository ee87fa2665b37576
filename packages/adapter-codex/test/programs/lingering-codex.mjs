#!/usr/bin/env node
// Stands in for a Codex that says its turn is over and then does not leave.
const [first] = process.argv.slice(2);
if (first === "--version") console.log("codex-cli 0.171.0");
else {
  for (const line of [
    { type: "thread.started", thread_id: "01a22b5a-e79e-7ee2-b35f-b1d6b5b6bf6f" },
    { type: "turn.started" },
    { type: "item.completed", item: { id: "item_0", type: "agent_message", text: "Done." } },
    { type: "turn.completed", usage: { input_tokens: 1, output_tokens: 1 } },
  ])
    console.log(JSON.stringify(line));
  setInterval(() => {}, 1_000_000);
}
