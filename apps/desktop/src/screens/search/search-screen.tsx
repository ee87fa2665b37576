import type { SearchHitItem } from "@nucleic/protocol/messages";
import { Search, SearchX } from "lucide-react";
import { type ReactNode, useEffect, useState } from "react";
import { useBoard } from "../../state/host.ts";
import { hrefOf } from "../../state/route.ts";
import { useQuery } from "../../state/use-query.ts";
import { Ago } from "../../ui/ago.tsx";
import { Empty } from "../../ui/empty.tsx";
import page from "../../ui/page.module.css";
import { ScreenHead } from "../../ui/screen-head.tsx";
import styles from "./search-screen.module.css";

const settleMs = 250;

/** All transcripts, by what stands in them. */
export function SearchScreen() {
  const [text, setText] = useState("");
  const wanted = useSettled(text.trim());
  const { data, failure } = useQuery("search", wanted === "" ? undefined : { query: wanted, limit: 50 });
  return (
    <>
      <ScreenHead title="Search" about="What people and agents have said, in every session." />
      <div className={page.body}>
        <label className={page.field}>
          <span className="visually-hidden">Search for</span>
          <input
            type="search"
            placeholder="Words of a transcript"
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        </label>
        {failure !== undefined && <p className={page.bad}>{failure}</p>}
        {wanted === "" && (
          <Empty icon={Search} title="Every session, by its words">
            <p>Type a few words: a file's name, an error, something that was decided.</p>
          </Empty>
        )}
        {wanted !== "" && data?.hits.length === 0 && (
          <Empty icon={SearchX} title="Nothing was said of that">
            <p>Fewer words find more.</p>
          </Empty>
        )}
        {wanted !== "" && (
          <ul className={page.list}>
            {data?.hits.map((hit) => (
              <li key={`${hit.sessionId}${hit.seq}`}>
                <Hit hit={hit} />
              </li>
            ))}
          </ul>
        )}
        {data?.isComplete === false && <p className={page.about}>Some transcripts are still being read.</p>}
      </div>
    </>
  );
}

function Hit({ hit }: { readonly hit: SearchHitItem }) {
  const title = useBoard()?.sessions.find(({ id }) => id === hit.sessionId)?.title;
  return (
    <a className={styles.hit} href={hrefOf({ screen: "session", id: hit.sessionId, tab: "transcript" })}>
      <span className={styles.top}>
        <span className={styles.title}>{title ?? "A session that was put away"}</span>
        <Ago at={hit.at} />
      </span>
      <span className={styles.text}>{marked(hit)}</span>
    </a>
  );
}

/** The text in pieces, what was searched for among them marked. */
function marked({ text, marks }: SearchHitItem): readonly ReactNode[] {
  const pieces: ReactNode[] = [];
  let done = 0;
  for (const [from, to] of marks) {
    pieces.push(text.slice(done, from), <mark key={from}>{text.slice(from, to)}</mark>);
    done = to;
  }
  return [...pieces, text.slice(done)];
}

/** A text, once it has stayed the same for a while. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), settleMs);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}
