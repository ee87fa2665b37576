import type { ContextPart, EventOf } from "@nucleic/protocol/core";
import { CornerDownRight, FileText, Image, MessageSquareQuote } from "lucide-react";
import { useEffect, useState } from "react";
import { useHost } from "../../state/host.ts";
import type { Row } from "../../state/transcript/row.ts";
import { visible } from "../../ui/visible.ts";
import styles from "./user-row.module.css";

/** What a person said, and what went along with it. */
export function UserRow({ row }: { readonly row: Extract<Row, { kind: "user" }> }) {
  const { text, context, steer } = useWhole(row.record);
  return (
    <div className={styles.user}>
      <span className="visually-hidden">You said</span>
      {steer && (
        <p className={styles.steer}>
          <CornerDownRight size={13} aria-hidden="true" /> while it worked
        </p>
      )}
      {Object.entries(context).map(([at, part]) => (
        <Part key={at} part={part} />
      ))}
      {text !== "" && <p className={styles.userText}>{text}</p>}
    </div>
  );
}

type UserMessage = EventOf<"userMessage">;

/** Large pictures stand out of line: they are fetched where they are shown, and let go of with it. */
function useWhole(record: UserMessage): UserMessage {
  const { client } = useHost();
  const [whole, setWhole] = useState<UserMessage>();
  const isCut = record.context.some((part) => part.kind === "image" && part.data === "");
  useEffect(() => {
    if (!isCut) return;
    let isGone = false;
    client.whole(record.sessionId, record).then(
      (found) => !isGone && setWhole(found as UserMessage),
      // Its name is shown as long as the picture itself cannot be.
      () => undefined,
    );
    return () => {
      isGone = true;
    };
  }, [client, record, isCut]);
  return whole ?? record;
}

function Part({ part }: { readonly part: ContextPart }) {
  switch (part.kind) {
    case "diffComment":
      return (
        <p className={styles.quote}>
          <MessageSquareQuote size={14} aria-hidden="true" />
          <span>
            <code>{part.path}</code> {part.comment}
          </span>
        </p>
      );
    case "file":
    case "selection":
      return (
        <p className={styles.quote}>
          <FileText size={14} aria-hidden="true" />
          <code>{visible(part.path)}</code>
        </p>
      );
    case "image":
      return <Picture part={part} />;
    case "session":
      return <p className={styles.quote}>From the session {part.title}</p>;
    default:
      return part satisfies never;
  }
}

function Picture({ part }: { readonly part: Extract<ContextPart, { kind: "image" }> }) {
  const { name = "A picture", mediaType, data } = part;
  if (data !== "")
    return <img className={styles.picture} src={`data:${mediaType};base64,${data}`} alt={name} />;
  return (
    <p className={styles.quote}>
      <Image size={14} aria-hidden="true" /> {name}
    </p>
  );
}
