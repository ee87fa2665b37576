import type { LucideIcon } from "lucide-react";
import { useId, useRef } from "react";
import { Button } from "./button.tsx";
import styles from "./menu.module.css";

export interface MenuItem {
  readonly label: string;
  readonly run: () => unknown;
  readonly isDanger?: boolean;
}

export interface MenuProps {
  readonly label: string;
  readonly icon: LucideIcon;
  readonly items: readonly MenuItem[];
}

/** A button with more behind it. The browser's own popover: Escape and a click elsewhere close it. */
export function Menu({ label, icon: Icon, items }: MenuProps) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  return (
    <div className={styles.menu}>
      <Button look="quiet" aria-label={label} title={label} popoverTarget={id}>
        <Icon size={17} aria-hidden="true" />
      </Button>
      <div ref={list} id={id} popover="auto" className={styles.list}>
        {items.map(({ label: name, run, isDanger }) => (
          <button
            key={name}
            type="button"
            className={isDanger ? styles.danger : styles.item}
            onClick={() => {
              list.current?.hidePopover();
              run();
            }}
          >
            {name}
          </button>
        ))}
      </div>
    </div>
  );
}
