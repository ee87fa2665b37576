import type { AgentEvent } from "@nucleic/protocol";
import type { SessionItem } from "@nucleic/protocol/messages";
import { Blocks } from "./blocks.ts";
import type { ExportFormat } from "./formats.ts";
import { htmlBlock, htmlEnd, htmlStart } from "./html.ts";
import { markdownBlock, markdownStart } from "./markdown.ts";

/** A format, written piece by piece: a transcript may be larger than memory. */
export interface ExportWriter {
  start(session: SessionItem): string;
  event(event: AgentEvent): string;
  end(): string;
}

export function exportWriter(format: ExportFormat): ExportWriter {
  const blocks = new Blocks();
  switch (format) {
    case "json":
      return { start: () => "", event: (event) => `${JSON.stringify(event)}\n`, end: () => "" };
    case "md":
      return {
        start: markdownStart,
        event: (event) => blocks.take(event).map(markdownBlock).join(""),
        end: () => "",
      };
    case "html":
      return {
        start: htmlStart,
        event: (event) => blocks.take(event).map(htmlBlock).join(""),
        end: htmlEnd,
      };
    default:
      return format satisfies never;
  }
}
