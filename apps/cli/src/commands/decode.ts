import type { DecodeReport } from "@nucleic/adapter-kit";
import { decoderFor, decoders } from "../agents.ts";
import { CliError } from "../cli-error.ts";
import type { Command } from "../context.ts";
import { exitCodes } from "../exit-code.ts";
import { plural } from "../view/format.ts";
import { safeLine } from "../view/sanitize.ts";

/**
 * Turns an agent's own output on stdin into AgentEvents on stdout, one a line. The check of the stream goes to stderr:
 * exit code 0 only where every line could be read, no invariant is broken, and nothing known became `raw`.
 */
export function decode(flags: { readonly backend: string }): Command {
  return async (context) => {
    const decode = decoderFor(flags.backend);
    if (!decode)
      throw new CliError(
        "usage",
        `no decoder for ${flags.backend}`,
        `there are: ${Object.keys(decoders).join(", ")}`,
      );
    const stream = decode(context.stdin, { clock: context.clock, ids: context.ids });
    for await (const event of stream) {
      if (context.stdout.closed.aborted || context.signals.ending.aborted) return exitCodes.interrupted;
      await context.stdout.write(`${JSON.stringify(event)}\n`);
    }
    const { report } = stream;
    await context.tell(reportLines(report));
    return isClean(report) ? exitCodes.done : exitCodes.failed;
  };
}

function isClean(report: DecodeReport): boolean {
  const uncovered = Object.keys(report.uncoveredRaw).length;
  return report.invalidLines.length === 0 && report.faults.length === 0 && uncovered === 0;
}

/** How many of each fault are told; a wrong file would fill the screen otherwise. */
const told = 20;

function reportLines(report: DecodeReport): string[] {
  const some = <T>(items: readonly T[], line: (item: T) => string) => {
    const more = items.length > told ? [`… and ${items.length - told} more of these`] : [];
    return [...items.slice(0, told).map(line), ...more];
  };
  return [
    ...some(report.invalidLines, ({ line, reason, head }) => `line ${line}: ${reason}: ${safeLine(head)}`),
    ...some(report.faults, (fault) => `event ${fault.index}: ${fault.rule}: ${safeLine(fault.message)}`),
    ...some(
      Object.entries(report.uncoveredRaw),
      ([type, n]) => `raw: ${safeLine(type)}, ${plural(n, "time")}`,
    ),
    ...some(report.openApprovals, (id) => `open at the end: approval ${safeLine(id)}`),
    ...some(report.openQuestions, (id) => `open at the end: question ${safeLine(id)}`),
    ...(report.openTurn ? ["open at the end: a turn"] : []),
    isClean(report) ? "the stream is sound" : "the stream is not sound",
  ];
}
