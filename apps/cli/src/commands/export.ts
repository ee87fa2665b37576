import { resolve } from "node:path";
import type { AgentEvent } from "@nucleic/protocol";
import type { Command } from "../context.ts";
import { exitCodes } from "../exit-code.ts";
import { ExportFile } from "../export/export-file.ts";
import { exportWriter } from "../export/format.ts";
import type { ExportFormat } from "../export/formats.ts";
import { findItem } from "../host/find-item.ts";
import { openClient } from "../host/open-client.ts";
import { transcriptOf } from "../session/transcript-of.ts";

/** What `export` takes. */
export interface ExportFlags {
  readonly format: ExportFormat;
  readonly output?: string;
  readonly force?: boolean;
}

/** What is written at once: a record alone may be a few bytes. */
const batchLength = 65_536;

/** Writes a session's transcript down for people, or as events: to stdout, or a file that is whole or not there. */
export function exportSession(part: string, { format, output, force = false }: ExportFlags): Command {
  return async (context) => {
    await using open = await openClient(context);
    const item = await findItem(open.client, part);
    const path = output === undefined ? undefined : resolve(context.cwd, output);
    await using file =
      path === undefined ? undefined : await ExportFile.create(path, context.ids.intent(), force);
    const end = AbortSignal.any([context.signals.ending, context.stdout.closed]);
    const writer = exportWriter(format);
    const write = (text: string) => (file ? file.write(text) : context.stdout.write(text));
    let batch = writer.start(item);
    for await (const event of transcriptOf(open.client, item.id)) {
      if (end.aborted) return exitCodes.interrupted;
      batch += writer.event(event as AgentEvent);
      if (batch.length < batchLength) continue;
      await write(batch);
      batch = "";
    }
    await write(batch + writer.end());
    await file?.finish();
    if (path !== undefined) await context.tell(`written to ${path}`);
    return exitCodes.done;
  };
}
