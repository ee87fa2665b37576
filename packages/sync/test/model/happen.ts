import type { World } from "./world.ts";

const maxStallMs = 8_000;

/** One thing that happens. */
export function happen(world: World): void {
  const { draw, devices, tally, host } = world;
  const device = devices[draw(devices.length)];
  tally.count("steps");
  switch (draw(12)) {
    case 0:
    case 1:
    case 2:
      for (let n = draw(5); n >= 0; n--) append(world);
      break;
    case 3:
    case 4:
      if (!world.isDown) host.ask(`approval-${++world.asked}`);
      break;
    case 5:
    case 6:
      answer(world);
      break;
    case 7:
    case 8:
      tally.count("prompts");
      device?.prompt();
      break;
    case 9:
      tally.count("cuts");
      device?.options.network.cut();
      break;
    case 10:
      tally.count("stalls");
      device?.options.network.stall(draw(maxStallMs));
      break;
    default:
      // Now and then; after each, much else has to happen for a while.
      if (draw(3) === 0) world.kill();
  }
}

/** One device answers, or several at once: one of them is first. */
function answer({ draw, devices, tally, host }: World): void {
  const requests = [...host.open.values()];
  const request = requests[draw(requests.length)];
  if (request === undefined) return;
  const { id, digest = "" } = request;
  const count = draw(2) === 0 ? 2 + draw(devices.length - 1) : 1;
  const first = draw(devices.length);
  tally.count("answers to approvals", count);
  if (count > 1) tally.count("approvals that several answered");
  for (let nth = 0; nth < count; nth++)
    devices[(first + nth) % devices.length]?.answer(id, digest, draw(2) === 0);
}

const long = "0123456789abcdef".repeat(320);

/** Records of all sorts: some that `summary` leaves out, some that are cut at one verbosity or the other. */
function append({ draw, host, isDown }: World): void {
  if (isDown) return;
  const nth = draw(1_000);
  switch (draw(5)) {
    case 0:
      void host.write({ kind: "thinking", messageId: `m${nth}`, text: "hm", isPartial: false });
      break;
    case 1:
      void host.write({ kind: "toolResult", toolCallId: `t${nth}`, content: draw(4) === 0 ? long : "ok" });
      break;
    case 2:
      void host.write({
        kind: "assistantText",
        messageId: `m${nth}`,
        text: draw(4) === 0 ? long.slice(0, 1_500) : "so be it",
        isPartial: false,
      });
      break;
    default:
      void host.write({ kind: "userMessage", text: `word ${nth}`, context: [] });
  }
}
