import type { KnownHost, Sodium } from "@nucleic/sync/noise";
import { useCallback, useEffect, useRef, useState } from "react";
import { Button } from "../ui/button.tsx";
import { pair } from "./pair.ts";
import styles from "./phone.module.css";
import { canScan, ScanLink } from "./scan-link.tsx";
import { type WhyNot, whyNot } from "./why-not.ts";

type Step =
  | { readonly kind: "link" | "connecting" }
  | { readonly kind: "digits"; readonly digits: string }
  | { readonly kind: "failed"; readonly why: WhyNot };

export interface PairScreenProps {
  readonly sodium: () => Promise<Sodium>;
  /** The link that this page was opened with. */
  readonly link: string | undefined;
  /** Why it has to be paired (again). */
  readonly said?: string | undefined;
  readonly onPaired: (host: KnownHost) => void;
}

/** The first visit: a link, six digits, and a person at the host who types them. */
export function PairScreen({ sodium, link, said, onPaired }: PairScreenProps) {
  const [step, setStep] = useState<Step>({ kind: "link" });
  const running = useRef<AbortController>(undefined);
  const begin = useCallback(
    (text: string) => {
      const stop = new AbortController();
      running.current?.abort();
      running.current = stop;
      setStep({ kind: "connecting" });
      const attempt = async () =>
        pair(await sodium(), text, (digits) => setStep({ kind: "digits", digits }), stop.signal);
      attempt().then(onPaired, (error: unknown) => {
        if (!stop.signal.aborted) setStep({ kind: "failed", why: whyNot(error) });
      });
    },
    [sodium, onPaired],
  );
  useEffect(() => {
    if (link !== undefined) begin(link);
    return () => running.current?.abort();
  }, [link, begin]);
  return (
    <main className={styles.page}>
      <img src={`${import.meta.env.BASE_URL}icon.svg`} alt="" width="44" height="44" />
      {step.kind === "digits" ? (
        <Digits digits={step.digits} />
      ) : (
        <>
          <h1>{step.kind === "failed" ? step.why.title : "Pair this phone"}</h1>
          <p role="status">{wordsOf(step, said)}</p>
          {step.kind !== "connecting" && <LinkForm onLink={begin} />}
        </>
      )}
    </main>
  );
}

function wordsOf(step: Step, said: string | undefined): string {
  if (step.kind === "failed") return step.why.next;
  if (step.kind === "connecting") return "Looking for the host…";
  return (
    said ?? "On the desktop, open Devices and press “Pair a device”. Then scan the code, or paste the link."
  );
}

function Digits({ digits }: { readonly digits: string }) {
  return (
    <>
      <h1>Type these at the host</h1>
      <p className={styles.digits}>
        {digits.slice(0, 3)} {digits.slice(3)}
      </p>
      <p role="status">Only on the screen that you took the link from. It waits for a minute.</p>
    </>
  );
}

function LinkForm({ onLink }: { readonly onLink: (text: string) => void }) {
  const [text, setText] = useState("");
  const [isScanning, setIsScanning] = useState(false);
  if (isScanning) return <ScanLink onLink={onLink} onEnd={() => setIsScanning(false)} />;
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (text.trim() !== "") onLink(text);
      }}
    >
      <input
        className={styles.input}
        aria-label="The pairing link"
        placeholder="Paste the pairing link"
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <Button look="main" type="submit" disabled={text.trim() === ""}>
        Pair
      </Button>
      {canScan() && <Button onClick={() => setIsScanning(true)}>Scan the code</Button>}
    </form>
  );
}
