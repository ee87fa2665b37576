import { X } from "lucide-react";
import { useEffect, useRef } from "react";
import { singleKeyOf, singleKeys } from "../state/single-keys.ts";
import { useStore } from "../state/use-store.ts";
import { Button } from "./button.tsx";
import styles from "./keys-dialog.module.css";

interface Keys {
  readonly where: string;
  readonly keys: readonly (readonly [keys: readonly string[], does: string])[];
}

const all: readonly Keys[] = [
  {
    where: "Everywhere",
    keys: [
      [["Ctrl", "K"], "Go to a session or a screen by its name"],
      [["?"], "Show these keys"],
    ],
  },
  {
    where: "Sessions",
    keys: [
      [["j"], "Next session"],
      [["k"], "Session before"],
      [["Enter"], "Open it"],
    ],
  },
  {
    where: "Approvals",
    keys: [
      [["j"], "Next request"],
      [["k"], "Request before"],
      [["a"], "Allow"],
      [["s"], "Allow for the session"],
      [["d"], "Deny"],
    ],
  },
  {
    where: "Message to an agent",
    keys: [
      [["Enter"], "Send; steer the agent while it works"],
      [["Ctrl", "Enter"], "Queue it while the agent works"],
      [["Shift", "Enter"], "Begin a line"],
      [["@"], "Name a file: arrow keys, then Enter or Tab"],
    ],
  },
];

/** Opens the list from wherever it is asked for. */
export function showKeys(): void {
  dispatchEvent(new Event(opening));
}

const opening = "nucleic:keys";

/** All keys, behind `?`. */
export function KeysDialog() {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const open = () => dialog.current?.open || dialog.current?.showModal();
    const onKey = (event: KeyboardEvent) => {
      if (singleKeyOf(event) === "?") open();
    };
    addEventListener("keydown", onKey);
    addEventListener(opening, open);
    return () => {
      removeEventListener("keydown", onKey);
      removeEventListener(opening, open);
    };
  }, []);
  return (
    <dialog ref={dialog} className={styles.dialog} aria-labelledby="keys-title">
      <header className={styles.head}>
        <h2 id="keys-title">Keys</h2>
        <Button look="quiet" aria-label="Close" onClick={() => dialog.current?.close()}>
          <X size={16} aria-hidden="true" />
        </Button>
      </header>
      <div className={styles.groups}>
        {all.map(({ where, keys }) => (
          <section key={where} className={styles.group}>
            <h3>{where}</h3>
            <dl>
              {keys.map(([pressed, does]) => (
                <div key={does} className={styles.line}>
                  <dt>
                    {pressed.map((key) => (
                      <kbd key={key}>{key}</kbd>
                    ))}
                  </dt>
                  <dd>{does}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
      <SingleKeys />
    </dialog>
  );
}

function SingleKeys() {
  return (
    <label className={styles.choice}>
      <input
        type="checkbox"
        checked={useStore(singleKeys)}
        onChange={(event) => singleKeys.set(event.target.checked)}
      />
      Single letters, and ?, are keys. Without them this list is among the commands of Ctrl+K.
    </label>
  );
}
