import { Writable } from "@nucleic/sync/client";

export const themes = ["system", "light", "dark"] as const;
export type Theme = (typeof themes)[number];

const key = "nucleic.theme";

/** What the person has chosen; kept in this browser. */
export const theme = new Writable<Theme>(themes.find((one) => one === localStorage.getItem(key)) ?? "system");

/** Keeps the page in the theme that is chosen. */
export function applyTheme(): void {
  const apply = () => {
    const chosen = theme.get();
    if (chosen === "system") delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = chosen;
    localStorage.setItem(key, chosen);
  };
  theme.subscribe(apply);
  apply();
}
