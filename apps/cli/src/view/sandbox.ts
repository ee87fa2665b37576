import type { EventOf } from "@nucleic/protocol";
import { safeLine } from "./sanitize.ts";
import type { Frame } from "./style.ts";
import { truncate, wrapText } from "./wrap.ts";

/** What the agent of a run is kept from. */
export function sandboxLines(event: EventOf<"sandboxPrepared">, { style, width }: Frame): string[] {
  const { engine, files, processes, network, hosts = [], limits, message } = event;
  const why = message === undefined ? "" : ` (${message})`;
  if (!files && !processes && network === "on")
    return [style.yellow(truncate(safeLine(`sandbox ${engine}: nothing is confined${why}`), width))];
  const net = network === "allowed" ? `to ${hosts.join(" ") || "no host"}` : network;
  const parts = [files ? "files" : "", processes ? "processes" : "", `network ${net}`];
  const held = limits.length > 0 ? `; limited: ${limits.join(", ")}` : "";
  return [
    style.dim(
      truncate(safeLine(`sandbox ${engine}: ${parts.filter(Boolean).join(", ")}${held}${why}`), width),
    ),
  ];
}

/** What the sandbox has refused. */
export function refusalLines(event: EventOf<"sandboxRefusal">, { style, width }: Frame): string[] {
  const { what, target, reason, hint } = event;
  const lines = wrapText(safeLine(`sandbox: ${what} ${target}: ${reason}`), width).map(style.yellow);
  return hint === undefined ? lines : [...lines, ...wrapText(safeLine(`→ ${hint}`), width)];
}
