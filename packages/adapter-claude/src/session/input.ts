import type { AgentInput, ContextPart, LineRange } from "@nucleic/protocol";

type Block =
  | { readonly type: "text"; readonly text: string }
  | {
      readonly type: "image";
      readonly source: { readonly type: "base64"; readonly media_type: string; readonly data: string };
    };

/**
 * The line of stdin for a person's message. What they attached comes first, each part in a block of its own, so that
 * the text stands last, where the model looks for the task, and a text that begins with `/` is never hidden by one.
 */
export function userLine(input: AgentInput, uuid: string): object {
  const content: Block[] = [...input.context.map(toBlock), { type: "text", text: input.text }];
  return {
    type: "user",
    uuid,
    message: {
      role: "user",
      // Only a plain string is looked at for slash commands.
      content: input.context.length === 0 ? input.text : content,
    },
    parent_tool_use_id: null,
  };
}

function toBlock(part: ContextPart): Block {
  switch (part.kind) {
    case "image":
      return {
        type: "image",
        source: { type: "base64", media_type: part.mediaType, data: part.data },
      };
    case "file":
      return text(`See the file ${part.path}.`);
    case "selection":
      return text(`Selected in ${part.path}, ${lines(part.lines)}:\n\n${fenced(part.text)}`);
    case "diffComment":
      return text(
        `A comment on the diff of ${part.path}${part.lines ? `, ${lines(part.lines)}` : ""}:\n\n` +
          `${fenced(part.hunk, "diff")}\n\n${part.comment}`,
      );
    case "session":
      return text(`From an earlier session, "${part.title}":\n\n${fenced(part.text)}`);
    default:
      return part satisfies never;
  }
}

const text = (value: string): Block => ({ type: "text", text: value });

const lines = ({ start, end }: LineRange): string =>
  start === end ? `line ${start}` : `lines ${start} to ${end}`;

/** A code fence longer than any in the text. */
function fenced(value: string, language = ""): string {
  const longest = Math.max(2, ...[...value.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = "`".repeat(longest + 1);
  return `${fence}${language}\n${value}\n${fence}`;
}
