import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import styles from "./empty.module.css";

export interface EmptyProps {
  readonly icon: LucideIcon;
  readonly title: string;
  readonly children?: ReactNode;
}

/** What a screen shows while there is nothing on it: why, and what to do next. */
export function Empty({ icon: Icon, title, children }: EmptyProps) {
  return (
    <div className={styles.empty}>
      <Icon size={28} strokeWidth={1.5} aria-hidden="true" />
      <h2>{title}</h2>
      {children}
    </div>
  );
}
