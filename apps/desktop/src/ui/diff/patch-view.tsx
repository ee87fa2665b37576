import { memo, useMemo } from "react";
import styles from "./diff.module.css";
import { HunkView } from "./hunk-view.tsx";
import { parsePatch } from "./parse-patch.ts";

/** A patch to be read, in full: where it is no unified diff, its text as it is. */
export const PatchView = memo(function PatchView({
  patch,
  path,
}: {
  readonly patch: string;
  readonly path: string;
}) {
  const files = useMemo(() => parsePatch(patch), [patch]);
  const hunks = files.flatMap((file) => file.hunks.map((hunk) => ({ hunk, path: file.path || path })));
  if (hunks.length === 0) return <pre className={styles.plain}>{patch}</pre>;
  return (
    <div className={styles.plain}>
      {hunks.map(({ hunk, path: name }) => (
        <div key={`${name}${hunk.header}`}>
          <p className={styles.header}>{hunk.header}</p>
          <HunkView hunk={hunk} path={name} />
        </div>
      ))}
    </div>
  );
});
