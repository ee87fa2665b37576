import type { HostError } from "@nucleic/sync/client";
import styles from "./refused.module.css";

/** What is shown where this page was not let in: how to get a link that is. */
export function Refused({ error }: { readonly error: HostError }) {
  return (
    <main className={styles.page}>
      <img src={`${import.meta.env.BASE_URL}icon.svg`} alt="" width="44" height="44" />
      <h1>This tab needs a new link</h1>
      <p>A link opens one tab, once, within 30 seconds. Get one in a terminal:</p>
      <code className={styles.command}>nucleic open</code>
      <p className={styles.why}>
        The host said: {error.message} ({error.code})
      </p>
    </main>
  );
}
