import type { ReactNode } from "react";
import { useAsOf, useHost } from "../state/host.ts";
import type { Route } from "../state/route.ts";
import { useStore } from "../state/use-store.ts";
import { NavBar } from "./nav-bar.tsx";
import styles from "./shell.module.css";

const dateTime = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short" });

/** The frame of every screen: where one can go, and whether the host is there. */
export function Shell({ route, children }: { readonly route: Route; readonly children: ReactNode }) {
  const asOf = useAsOf();
  const connection = useStore(useHost().connection);
  return (
    <div className={styles.shell}>
      <a className={styles.skip} href="#main">
        Skip to the content
      </a>
      <NavBar route={route} />
      <main id="main" className={styles.main}>
        {asOf !== undefined ? (
          <p className={styles.lost} role="status">
            The host does not answer yet. As of {dateTime.format(asOf)}, to be read only.
          </p>
        ) : (
          connection.kind === "lost" && (
            <p className={styles.lost} role="status">
              No connection to the host. Trying again; what you do meanwhile is done once it is back.
            </p>
          )
        )}
        {children}
      </main>
    </div>
  );
}
