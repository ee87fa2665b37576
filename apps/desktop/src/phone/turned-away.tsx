import type { HostError } from "@nucleic/sync/client";
import { Button } from "../ui/button.tsx";
import styles from "./phone.module.css";

/** What is shown where trying again by itself is no use. */
export function TurnedAway({
  error,
  onPairAnew,
}: {
  readonly error: HostError;
  readonly onPairAnew: () => void;
}) {
  const { title, next } = wordsOf(error.code);
  return (
    <main className={styles.page}>
      <img src={`${import.meta.env.BASE_URL}icon.svg`} alt="" width="44" height="44" />
      <h1>{title}</h1>
      <p role="status">{next}</p>
      <div className={styles.form}>
        {error.code !== "revoked" && (
          <Button look="main" onClick={() => location.reload()}>
            {error.code === "replaced" ? "Use it here" : "Try again"}
          </Button>
        )}
        {error.code !== "replaced" && (
          <Button look={error.code === "revoked" ? "main" : "plain"} onClick={onPairAnew}>
            Pair anew
          </Button>
        )}
      </div>
    </main>
  );
}

function wordsOf(code: string): { readonly title: string; readonly next: string } {
  if (code === "revoked")
    return {
      title: "This phone was revoked",
      next: "The host takes nothing from it any more, and what it kept here is gone. To use it again, pair it anew.",
    };
  if (code === "replaced")
    return {
      title: "Open in another tab",
      next: "One tab at a time speaks to the host.",
    };
  return {
    title: "The relay turns this phone away",
    next: "It was most likely revoked at the host. If its clock is wrong, set it and try again; else pair it anew.",
  };
}
