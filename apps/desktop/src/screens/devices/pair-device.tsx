import { systemClock } from "@nucleic/protocol/core";
import type { PairingState } from "@nucleic/protocol/messages";
import { QrCode as QrIcon } from "lucide-react";
import { useEffect, useState } from "react";
import { useStore } from "../../state/use-store.ts";
import { Button } from "../../ui/button.tsx";
import page from "../../ui/page.module.css";
import { QrCode } from "../../ui/qr-code.tsx";
import { ConfirmDevice } from "./confirm-device.tsx";
import styles from "./pair-device.module.css";
import { linkAt, phonePage, setPhonePage } from "./phone-page.ts";
import { type PairingView, usePairing } from "./use-pairing.ts";

type Over = Extract<PairingState, { state: "over" }>["outcome"];

const endings: Readonly<Record<Over, string>> = {
  paired: "Paired. The device is in the list below.",
  refused: "Refused: nothing was paired.",
  burnt: "Too many attempts have failed: nothing was paired.",
  expired: "Nobody came in two minutes: nothing was paired.",
  lost: "The device went away: nothing was paired.",
  closed: "The link was closed: nothing was paired.",
};

/** Shows a link, and takes the device that comes by the digits that it shows. */
export function PairDevice({ onPaired }: { readonly onPaired: () => void }) {
  const { view, begin, cancel, confirm } = usePairing(onPaired);
  switch (view.state) {
    case "open":
      return <OpenLink link={view.link} expiresAt={view.expiresAt} onCancel={cancel} />;
    case "asking":
      return <ConfirmDevice device={view} onConfirm={confirm} onRefuse={cancel} />;
    default:
      return (
        <div className={page.line}>
          <Button
            look="main"
            disabled={view.state === "opening" || view.state === "confirming"}
            onClick={begin}
          >
            <QrIcon size={16} aria-hidden="true" /> Pair a device
          </Button>
          <Said view={view} />
        </div>
      );
  }
}

function Said({ view }: { readonly view: PairingView }) {
  if (view.state === "failed")
    return (
      <p className={page.bad} role="status">
        {view.message}
        {view.hint !== undefined && ` (${view.hint})`}
      </p>
    );
  if (view.state !== "over") return null;
  return (
    <p className={view.outcome === "paired" ? page.good : page.bad} role="status">
      {endings[view.outcome]}
    </p>
  );
}

interface OpenLinkProps {
  readonly link: string;
  readonly expiresAt: number;
  readonly onCancel: () => void;
}

function OpenLink({ link, expiresAt, onCancel }: OpenLinkProps) {
  const address = useStore(phonePage);
  const [isCopied, setIsCopied] = useState(false);
  const text = linkAt(address, link);
  const leftSeconds = useSecondsUntil(expiresAt);
  const copy = async () => {
    await navigator.clipboard.writeText(text);
    setIsCopied(true);
  };
  return (
    <section className={page.card} aria-label="Pair a device">
      <div className={styles.open}>
        <div className={styles.code}>
          <QrCode text={text} label="The pairing link as a code" />
        </div>
        <div className={page.section}>
          <h2>Scan this with the phone</h2>
          <p className={page.about}>
            It is secret, and good for one device. Good for <strong>{clockOf(leftSeconds)}</strong> more.
          </p>
          <label className={page.field}>
            <span>Where your phone page is served</span>
            <input
              type="url"
              placeholder="https://nucleic.example.com/"
              value={address}
              onChange={(event) => setPhonePage(event.target.value)}
            />
          </label>
          {text === link && (
            <p className={page.about}>
              Without it, paste the link on the phone page, or run <code>nucleic pair --accept</code>.
            </p>
          )}
          <input className={styles.link} aria-label="The pairing link" readOnly value={text} />
          <div className={page.line}>
            <Button onClick={() => void copy().catch(() => setIsCopied(false))}>
              {isCopied ? "Copied" : "Copy the link"}
            </Button>
            <Button look="quiet" onClick={onCancel}>
              Cancel
            </Button>
          </div>
        </div>
      </div>
    </section>
  );
}

function useSecondsUntil(at: number): number {
  const [left, setLeft] = useState(() => secondsUntil(at));
  useEffect(() => {
    const timer = setInterval(() => setLeft(secondsUntil(at)), 1_000);
    return () => clearInterval(timer);
  }, [at]);
  return left;
}

const secondsUntil = (at: number) => Math.max(0, Math.ceil((at - systemClock.now()) / 1_000));

const clockOf = (seconds: number) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
