import { Monitor, Moon, Sun } from "lucide-react";
import { theme, themes } from "../state/theme.ts";
import { useStore } from "../state/use-store.ts";
import styles from "./theme-picker.module.css";

const faces = {
  system: { label: "As the system", icon: Monitor },
  light: { label: "Light", icon: Sun },
  dark: { label: "Dark", icon: Moon },
} as const;

export function ThemePicker() {
  const chosen = useStore(theme);
  return (
    <fieldset className={styles.picker}>
      <legend className="visually-hidden">Theme</legend>
      {themes.map((one) => {
        const { label, icon: Icon } = faces[one];
        return (
          <button
            key={one}
            type="button"
            className={styles.choice}
            title={label}
            aria-label={label}
            aria-pressed={chosen === one}
            onClick={() => theme.set(one)}
          >
            <Icon size={14} aria-hidden="true" />
          </button>
        );
      })}
    </fieldset>
  );
}
