import type { ButtonHTMLAttributes } from "react";
import styles from "./button.module.css";

export interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  readonly look?: "main" | "plain" | "quiet" | "danger";
}

export function Button({ look = "plain", className = "", ...rest }: ButtonProps) {
  return <button type="button" className={`${styles.button} ${styles[look]} ${className}`} {...rest} />;
}

/** A link that looks like the main button of a screen. */
export function MainLink({ href, children }: { readonly href: string; readonly children: React.ReactNode }) {
  return (
    <a className={`${styles.button} ${styles.main}`} href={href}>
      {children}
    </a>
  );
}
