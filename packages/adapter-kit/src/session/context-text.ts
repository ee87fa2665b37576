import type { ContextPart, LineRange } from "@nucleic/protocol";

/** A part that a person attached, in words that any agent understands. Images have none. */
export function contextText(part: Exclude<ContextPart, { kind: "image" }>): string {
  switch (part.kind) {
    case "file":
      return `See the file ${part.path}.`;
    case "selection":
      return `Selected in ${part.path}, ${lines(part.lines)}:\n\n${fenced(part.text)}`;
    case "diffComment":
      return (
        `A comment on the diff of ${part.path}${part.lines ? `, ${lines(part.lines)}` : ""}:\n\n` +
        `${fenced(part.hunk, "diff")}\n\n${part.comment}`
      );
    case "session":
      return `From an earlier session, "${part.title}":\n\n${fenced(part.text)}`;
    default:
      return part satisfies never;
  }
}

const lines = ({ start, end }: LineRange): string =>
  start === end ? `line ${start}` : `lines ${start} to ${end}`;

/** A code fence longer than any in the text. */
function fenced(value: string, language = ""): string {
  const longest = Math.max(2, ...[...value.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = "`".repeat(longest + 1);
  return `${fence}${language}\n${value}\n${fence}`;
}
