import { once } from "node:events";
import { createWriteStream } from "node:fs";

/** What a stream is made of: `deltas` is text alone, `mixed` adds tool calls and results of 2–50 KB. */
export type Mix = "deltas" | "mixed";

/** Writes `lines` lines as Claude Code would print them, the same ones for the same seed. */
export async function writeStream(file: string, lines: number, mix: Mix, seed = 1): Promise<void> {
  const random = xorshift(seed);
  const pick = (n: number) => Math.floor(random() * n);
  const text = textMaker(random);
  const blobs = Array.from({ length: 50 }, () => text(2000 + Math.floor(48_000 * random() ** 2)));
  const out = createWriteStream(file);
  const put = async (line: object) => {
    if (!out.write(`${JSON.stringify(line)}\n`)) await once(out, "drain");
  };
  const common = { session_id: "5f0c1f7e-6a58-4b55-9a3c-2f1d5a9a0001", parent_tool_use_id: null };
  const stream = (event: object) => put({ type: "stream_event", event, ...common, uuid: text(36) });

  await put({
    type: "system",
    subtype: "init",
    cwd: "/repo",
    tools: ["Bash"],
    model: "m",
    claude_code_version: "2.1.332",
    permissionMode: "default",
    ...common,
  });
  let written = 1;
  for (let message = 0; written < lines; message++) {
    const id = `msg_${message}`;
    await stream({ type: "message_start", message: { id, role: "assistant", content: [], usage: {} } });
    await stream({ type: "content_block_start", index: 0, content_block: { type: "text", text: "" } });
    let whole = "";
    for (let i = 0; i < 60; i++) {
      const delta = text(5 + pick(120));
      whole += delta;
      await stream({ type: "content_block_delta", index: 0, delta: { type: "text_delta", text: delta } });
    }
    await put({
      type: "assistant",
      message: { id, role: "assistant", content: [{ type: "text", text: whole }] },
      ...common,
    });
    await stream({ type: "content_block_stop", index: 0 });
    written += 64;
    for (let i = 0; mix === "mixed" && i < 2; i++) {
      const call = `toolu_${message}_${i}`;
      const input = { command: `sed -n 1,200p src/${message}.ts`, description: text(40) };
      await put({
        type: "assistant",
        message: { id, role: "assistant", content: [{ type: "tool_use", id: call, name: "Bash", input }] },
        ...common,
      });
      const content = [
        { type: "tool_result", tool_use_id: call, content: blobs[pick(blobs.length)], is_error: false },
      ];
      await put({
        type: "user",
        message: { role: "user", content },
        ...common,
        tool_use_result: { stdout: "", stderr: "" },
      });
      written += 2;
    }
    await stream({ type: "message_stop" });
  }
  await put({
    type: "result",
    subtype: "success",
    is_error: false,
    result: "done",
    usage: { input_tokens: 1, output_tokens: 1 },
    total_cost_usd: 0.01,
    num_turns: 1,
    ...common,
  });
  out.end();
  await once(out, "close");
}

const words =
  "the function returns a value when const let await import from error line file test user request response buffer stream index length type string number object array promise resolve reject async server client session token count append write read open close path module export default class interface static if else for while switch case break return throw new try catch finally “quoted” naïve café 漢字 🚀".split(
    " ",
  );

/** Makes text of a length as agents and their tools write it: words, line ends, some of it not ASCII. */
export function textMaker(random: () => number): (length: number) => string {
  return (length) => {
    let out = "";
    while (out.length < length)
      out += `${words[Math.floor(random() * words.length)]}${random() < 0.06 ? "\n" : " "}`;
    return out.slice(0, length);
  };
}

/** Numbers in [0, 1), the same ones for the same seed. */
export function xorshift(seed: number): () => number {
  let s = seed >>> 0 || 1;
  return () => {
    s ^= s << 13;
    s >>>= 0;
    s ^= s >>> 17;
    s ^= s << 5;
    s >>>= 0;
    return s / 2 ** 32;
  };
}
