// Asks over one HTTP connection: `http.ts <url> <times>`. Prints the median.

import { Agent, request } from "node:http";
import { text } from "node:stream/consumers";
import { medianOf } from "./median-of.ts";

const [url = "", times = "0"] = process.argv.slice(2);
const agent = new Agent({ keepAlive: true, maxSockets: 1 });
const body = JSON.stringify({ tool_name: "Bash", input: { command: "git push origin main" } });
const headers = { "content-type": "application/json", "content-length": Buffer.byteLength(body) };

async function ask(): Promise<void> {
  const answer = Promise.withResolvers<string>();
  request(url, { method: "POST", agent, headers }, (response) => {
    text(response).then(answer.resolve, answer.reject);
  })
    .on("error", answer.reject)
    .end(body);
  JSON.parse(await answer.promise);
}

process.stdout.write(`${await medianOf(Number(times), ask)}\n`);
agent.destroy();
