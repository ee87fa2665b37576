// A stand-in for Claude Code that asks for permission time after time: `agent.ts <times>`. The result of its turn is the median.
import { createInterface } from "node:readline";
import { medianOf } from "./median-of.ts";

const [times = "0"] = process.argv.slice(2);
const session = { session_id: "5f0c1f7e-6a58-4b55-9a3c-2f1d5a9a0001", parent_tool_use_id: null };
const input = { command: "git push origin main", description: "Push the branch" };
const waiting = new Map<string, () => void>();

function put(...lines: readonly object[]): void {
  process.stdout.write(lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
}

async function ask(time: number): Promise<void> {
  const id = `toolu_${time}`;
  const message = { id: `msg_${time}`, role: "assistant" };
  const use = { type: "tool_use", id, name: "Bash", input };
  const answered = Promise.withResolvers<void>();
  waiting.set(id, answered.resolve);
  put(
    { type: "assistant", message: { ...message, content: [use] }, ...session },
    {
      type: "control_request",
      request_id: id,
      request: { subtype: "can_use_tool", tool_name: "Bash", input, tool_use_id: id },
    },
  );
  await answered.promise;
}

async function turn(): Promise<void> {
  put({
    type: "system",
    subtype: "init",
    cwd: process.cwd(),
    tools: ["Bash"],
    model: "m",
    claude_code_version: "2.1.332",
    permissionMode: "default",
    ...session,
  });
  const median = await medianOf(Number(times), ask);
  put({
    type: "result",
    subtype: "success",
    is_error: false,
    result: String(median),
    usage: { input_tokens: 1, output_tokens: 1 },
    total_cost_usd: 0.01,
    num_turns: 1,
    ...session,
  });
}

for await (const line of createInterface({ input: process.stdin })) {
  const message = JSON.parse(line) as {
    readonly type?: string;
    readonly request_id?: string;
    readonly response?: { readonly request_id?: string };
  };
  if (message.type === "control_response") waiting.get(message.response?.request_id ?? "")?.();
  else if (message.type === "control_request") {
    const response = { commands: [], models: [], account: {}, output_style: "default" };
    put({
      type: "control_response",
      response: { subtype: "success", request_id: message.request_id, response },
    });
  } else if (message.type === "user") void turn();
}
