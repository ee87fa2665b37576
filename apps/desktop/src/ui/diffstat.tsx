import type { SessionItem } from "@nucleic/protocol/messages";
import styles from "./diffstat.module.css";

/** How much a session has changed; nothing where it has changed nothing. */
export function Diffstat({ of }: { readonly of: SessionItem["diffstat"] }) {
  if (of === undefined || of.files === 0) return null;
  return (
    <span className={styles.stat} title={`${of.files} files`}>
      <span className={styles.added}>+{of.added}</span> <span className={styles.removed}>−{of.removed}</span>
      <span className="visually-hidden"> lines in {of.files} files</span>
    </span>
  );
}
