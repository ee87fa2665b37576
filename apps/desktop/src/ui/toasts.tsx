import { X } from "lucide-react";
import { useEffect } from "react";
import { dismiss, type Toast, toasts } from "../state/toasts.ts";
import { useStore } from "../state/use-store.ts";
import styles from "./toasts.module.css";

const plainMs = 6_000;

export function Toasts() {
  const all = useStore(toasts);
  return (
    <output className={styles.stack}>
      {all.map((toast) => (
        <One key={toast.id} toast={toast} />
      ))}
    </output>
  );
}

/** What went wrong stays until it was seen. */
function One({ toast }: { readonly toast: Toast }) {
  const { id, tone, text, hint, action } = toast;
  useEffect(() => {
    if (tone === "bad") return;
    const timer = setTimeout(() => dismiss(id), plainMs);
    return () => clearTimeout(timer);
  }, [id, tone]);
  return (
    <div className={tone === "bad" ? styles.bad : styles.plain}>
      <div>
        <p>{text}</p>
        {hint !== undefined && <p className={styles.hint}>{hint}</p>}
      </div>
      {action && (
        <button
          type="button"
          className={styles.action}
          onClick={() => {
            action.run();
            dismiss(id);
          }}
        >
          {action.label}
        </button>
      )}
      <button type="button" className={styles.close} aria-label="Dismiss" onClick={() => dismiss(id)}>
        <X size={14} aria-hidden="true" />
      </button>
    </div>
  );
}
