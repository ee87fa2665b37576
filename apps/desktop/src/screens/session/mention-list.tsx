import { plural } from "../../ui/format.ts";
import { visible } from "../../ui/visible.ts";
import styles from "./mention-list.module.css";

export interface MentionListProps {
  readonly id: string;
  readonly paths: readonly string[];
  readonly at: number;
  readonly onChoose: (path: string) => void;
}

/** The id of an option, for `aria-activedescendant`. */
export function optionId(list: string, index: number): string {
  return `${list}-${index}`;
}

/** Files to choose from. The focus stays in the field; the keys go through it. */
export function MentionList({ id, paths, at, onChoose }: MentionListProps) {
  return (
    <>
      <div id={id} role="listbox" aria-label="Files" className={styles.list} hidden={paths.length === 0}>
        {paths.map((path, index) => (
          <div
            key={path}
            id={optionId(id, index)}
            role="option"
            tabIndex={-1}
            aria-selected={index === at}
            className={styles.option}
            onMouseDown={(event) => {
              event.preventDefault();
              onChoose(path);
            }}
          >
            <span className={styles.name}>{visible(path.slice(path.lastIndexOf("/") + 1))}</span>
            <span className={styles.folder}>
              {visible(path.slice(0, Math.max(0, path.lastIndexOf("/"))))}
            </span>
          </div>
        ))}
      </div>
      <span className="visually-hidden" role="status">
        {paths.length > 0 && `${plural(paths.length, "file")} to choose from, with the arrow keys`}
      </span>
    </>
  );
}
