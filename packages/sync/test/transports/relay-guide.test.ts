import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { runCommand } from "@nucleic/process";
import { expect, onTestFinished, test } from "vitest";
import { natsFrames } from "../../src/transports/node/nats.ts";
import { natsMailbox } from "../../src/transports/node/nats-mailbox.ts";
import { newRelayOperator, operatorConfig } from "../../src/transports/node/relay/operator.ts";
import { startNats } from "./nats-server.ts";

const never = new AbortController().signal;
const guide = await readFile(fileURLToPath(new URL("../../../../docs/relay.md", import.meta.url)), "utf8");
const blocks = [...guide.matchAll(/```conf\n# (\S+)\n([\s\S]*?)```/g)].map(([, name = "", text = ""]) => ({
  name,
  text,
}));

test("the guide has these configurations, and no other block that looks like one", () => {
  expect(blocks.map(({ name }) => name)).toEqual(["small.conf", "relay.conf"]);
  expect(guide.match(/```(?!ts|conf)\w+/g)).toBe(null);
});

test.each(blocks)("the broker starts with $name of the guide", async ({ text }) => {
  await using server = await startGuide(text);
  expect(server.log.filter((line) => /\[(ERR|FTL)\]/.test(line))).toEqual([]);
  expect(server.webSocketUrl).toMatch(/:\d+$/);
});

test("host and phone of the small one reach each other, and the phone nobody else", async () => {
  await using server = await startGuide(blocks[0]?.text ?? "");
  const mailbox = "mailboxmailboxmailboxmailb";
  const phone = {
    servers: [server.webSocketUrl],
    mailbox,
    device: "phonephonephonephonephonep",
    login: { user: "phone", password: "a-long-one-for-the-phone" },
  };
  const login = { user: "host", password: "a-long-one-for-the-host" };
  await using host = await natsMailbox({ servers: [server.url], mailbox, login }, never);
  const link = await natsFrames(phone)(never);
  link.send(Uint8Array.of(1));
  expect((await host.links[Symbol.asyncIterator]().next()).value?.from).toBe(phone.device);
  link.close();
  await expect(natsFrames({ ...phone, device: "a".repeat(26) })(never)).rejects.toMatchObject({
    code: "forbidden",
  });
});

/** On ports that are free and in a folder of its own, which is all that is changed of it. */
async function startGuide(text: string) {
  const folder = await mkdtemp(join(tmpdir(), "nats-guide-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await writeFile(join(folder, "operator.conf"), operatorConfig(newRelayOperator()));
  const made = await runCommand(
    "openssl",
    [
      ..."req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=localhost".split(
        " ",
      ),
      ..."-keyout key.pem -out cert.pem".split(" "),
    ],
    { cwd: folder, env: { PATH: process.env.PATH ?? "", HOME: folder } },
  );
  expect(made.stderr.includes("rror") ? made.stderr : made.ok).toBe(true);
  const here = text
    .replaceAll(/\/etc\/nats|\/var\/lib\/nats/g, folder)
    .replaceAll(/"(0\.0\.0\.0|127\.0\.0\.1):\d+"/g, '"127.0.0.1:-1"');
  return startNats(here, { folder });
}
