import type { SessionItem } from "@nucleic/protocol/messages";
import { faceOf } from "./status.ts";
import styles from "./status-pill.module.css";

export function StatusPill({ session }: { readonly session: SessionItem }) {
  const { label, tone } = faceOf(session);
  return (
    <span className={`${styles.pill} ${styles[tone]}`}>
      <span className={styles.dot} aria-hidden="true" />
      {label}
    </span>
  );
}
