import type { ReactNode } from "react";
import styles from "./screen-head.module.css";

export interface ScreenHeadProps {
  readonly title: string;
  readonly about?: ReactNode;
  /** What can be done here, at the end of the line. */
  readonly children?: ReactNode;
}

/** The first line of a screen. */
export function ScreenHead({ title, about, children }: ScreenHeadProps) {
  return (
    <header className={styles.head}>
      <div className={styles.text}>
        <h1>{title}</h1>
        {about !== undefined && <p className={styles.about}>{about}</p>}
      </div>
      {children}
    </header>
  );
}
