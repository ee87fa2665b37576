import {
  BarChart3,
  FolderGit2,
  GitMerge,
  LayoutGrid,
  type LucideIcon,
  MonitorSmartphone,
  Search,
  ShieldCheck,
  Smartphone,
} from "lucide-react";
import { useBoard, useHost } from "../state/host.ts";
import { hrefOf, type Route } from "../state/route.ts";
import styles from "./nav-bar.module.css";
import { ThemePicker } from "./theme-picker.tsx";

interface Place {
  readonly screen: Exclude<Route["screen"], "session" | "new">;
  readonly label: string;
  readonly icon: LucideIcon;
  /** Of the four that a narrow screen has room for. */
  readonly isMain?: boolean;
}

const places: readonly Place[] = [
  { screen: "board", label: "Sessions", icon: LayoutGrid, isMain: true },
  { screen: "approvals", label: "Approvals", icon: ShieldCheck, isMain: true },
  { screen: "queue", label: "Merge queue", icon: GitMerge, isMain: true },
  { screen: "search", label: "Search", icon: Search, isMain: true },
  { screen: "usage", label: "Usage", icon: BarChart3 },
  { screen: "projects", label: "Projects", icon: FolderGit2, isMain: true },
  { screen: "devices", label: "Devices", icon: MonitorSmartphone },
];

/** On a phone what waits comes first, and there is one device: this one. */
const devicePlaces: readonly Place[] = [
  { screen: "approvals", label: "Approvals", icon: ShieldCheck, isMain: true },
  { screen: "board", label: "Sessions", icon: LayoutGrid, isMain: true },
  { screen: "search", label: "Search", icon: Search, isMain: true },
  { screen: "queue", label: "Merge queue", icon: GitMerge },
  { screen: "usage", label: "Usage", icon: BarChart3 },
  { screen: "devices", label: "This phone", icon: Smartphone, isMain: true },
];

export function NavBar({ route }: { readonly route: Route }) {
  const board = useBoard();
  const shown = useHost().device === undefined ? places : devicePlaces;
  const waiting = (board?.approvals.length ?? 0) + (board?.questions.length ?? 0);
  return (
    <nav className={styles.nav} aria-label="Main">
      <p className={styles.brand}>
        <img src={`${import.meta.env.BASE_URL}icon.svg`} alt="" width="22" height="22" />
        Nucleic
      </p>
      <ul className={styles.places}>
        {shown.map(({ screen, label, icon: Icon, isMain }) => (
          <li key={screen} className={isMain ? undefined : styles.wideOnly}>
            <a
              className={styles.place}
              href={hrefOf({ screen })}
              aria-current={isHere(route, screen) ? "page" : undefined}
            >
              <Icon size={16} aria-hidden="true" />
              <span>{label}</span>
              {screen === "approvals" && waiting > 0 && (
                <span className={styles.badge}>
                  {waiting}
                  <span className="visually-hidden"> waiting</span>
                </span>
              )}
            </a>
          </li>
        ))}
      </ul>
      <div className={styles.foot}>
        <ThemePicker />
      </div>
    </nav>
  );
}

function isHere(route: Route, screen: Place["screen"]): boolean {
  return route.screen === screen || (screen === "board" && ["session", "new"].includes(route.screen));
}
