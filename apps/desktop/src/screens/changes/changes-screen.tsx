import type { SessionItem } from "@nucleic/protocol/messages";
import { Writable } from "@nucleic/sync/client";
import { Columns2, FileDiff, Rows2 } from "lucide-react";
import { useState } from "react";
import { useSession } from "../../state/host.ts";
import { useStore } from "../../state/use-store.ts";
import { Button } from "../../ui/button.tsx";
import type { DiffFile } from "../../ui/diff/parse-patch.ts";
import { Empty } from "../../ui/empty.tsx";
import { plural } from "../../ui/format.ts";
import { Composer } from "../session/composer.tsx";
import { SessionHead } from "../session/session-head.tsx";
import styles from "./changes-screen.module.css";
import { FileChanges } from "./file-changes.tsx";
import { Ship } from "./ship.tsx";
import { useDiff } from "./use-diff.ts";

/** Kept from one session to the next. */
const isSplit = new Writable(false);

/** What a session has changed, to be read, commented on and brought home. */
export function ChangesScreen({ id }: { readonly id: string }) {
  const session = useSession(id);
  return session ? <Known key={id} session={session} /> : null;
}

function Known({ session }: { readonly session: SessionItem }) {
  const diff = useDiff(session.id, session.head);
  return (
    <>
      <SessionHead session={session} tab="changes" />
      {diff.kind === "failed" && <p className={styles.failure}>{diff.message}</p>}
      {diff.kind === "ready" && diff.files.length === 0 && (
        <Empty icon={FileDiff} title="Nothing is changed">
          <p>What the agent changes against its base is shown here as it does it.</p>
        </Empty>
      )}
      {diff.kind === "ready" && diff.files.length > 0 && (
        <Review session={session} files={diff.files} isCut={diff.isCut} />
      )}
    </>
  );
}

interface ReviewProps {
  readonly session: SessionItem;
  readonly files: readonly DiffFile[];
  readonly isCut: boolean;
}

function Review({ session, files, isCut }: ReviewProps) {
  const split = useStore(isSplit);
  const [folded, setFolded] = useState<ReadonlySet<string>>(new Set());
  const fold = (path: string) => {
    const next = new Set(folded);
    if (!next.delete(path)) next.add(path);
    setFolded(next);
  };
  return (
    <div className={styles.body}>
      <div className={styles.files}>
        <div className={styles.bar}>
          <p>{plural(files.length, "file")} changed against its base</p>
          <div className={styles.looks}>
            <Look label="Unified" isOn={!split} icon={Rows2} onClick={() => isSplit.set(false)} />
            <Look label="Split" isOn={split} icon={Columns2} onClick={() => isSplit.set(true)} />
          </div>
        </div>
        {files.map((file) => (
          <FileChanges
            key={file.path}
            file={file}
            sessionId={session.id}
            isSplit={split}
            isFolded={folded.has(file.path)}
            onFold={() => fold(file.path)}
          />
        ))}
        {isCut && (
          <p className={styles.failure}>There is more than can be shown here: nucleic diff has all of it.</p>
        )}
      </div>
      <div className={styles.side}>
        <Ship session={session} />
        <Composer session={session} />
      </div>
    </div>
  );
}

interface LookProps {
  readonly label: string;
  readonly isOn: boolean;
  readonly icon: typeof Rows2;
  readonly onClick: () => void;
}

function Look({ label, isOn, icon: Icon, onClick }: LookProps) {
  return (
    <Button look={isOn ? "plain" : "quiet"} aria-pressed={isOn} onClick={onClick}>
      <Icon size={14} aria-hidden="true" /> {label}
    </Button>
  );
}
