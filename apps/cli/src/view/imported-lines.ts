import type { Imported } from "../import/import-all.ts";
import { shortId } from "../session/short-id.ts";
import { errorLines } from "./error-lines.ts";
import { plural } from "./format.ts";
import { safeLine } from "./sanitize.ts";
import type { Frame } from "./style.ts";

/** What became of a native session. */
export function importedLines(done: Imported, frame: Frame): readonly string[] {
  const { native } = done;
  const { style } = frame;
  const title = safeLine(native.title ?? native.backendSessionId);
  switch (done.outcome) {
    case "imported": {
      const damaged = done.report?.damagedLines ?? 0;
      const parts = [plural(done.session.head, "record")];
      if (damaged > 0) parts.push(style.yellow(`${plural(damaged, "damaged line")} left out`));
      return [
        `${style.green("✓")} ${style.bold(shortId(done.session.id))} ${title}  ${style.dim(parts.join(", "))}`,
      ];
    }
    case "known":
      return [`${shortId(done.session.id)} is this session already: ${title}`];
    case "grown":
      return [
        `${shortId(done.session.id)} is this session, as it was: ${title}`,
        `→ the agent went on with it since: nucleic import --session ${safeLine(native.backendSessionId)} --again`,
      ];
    case "noProject":
      return [
        `left out, its folder is in no repository: ${title}`,
        `→ nucleic import --session ${safeLine(native.backendSessionId)} --project <dir>`,
      ];
    case "failed":
      return [`${style.red("✗")} ${title}`, ...errorLines(done.error, frame)];
    default:
      return done satisfies never;
  }
}
