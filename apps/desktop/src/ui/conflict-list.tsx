import type { ConflictItem } from "@nucleic/protocol/messages";
import styles from "./conflict-list.module.css";

/** Which files do not go together, and what git says of each. */
export function ConflictList({ conflicts }: { readonly conflicts: readonly ConflictItem[] }) {
  if (conflicts.length === 0) return null;
  return (
    <ul className={styles.list}>
      {conflicts.map(({ path, kinds }) => (
        <li key={path}>
          <code>{path}</code>
          <span>{kinds.join(", ")}</span>
        </li>
      ))}
    </ul>
  );
}
