import { useEffect, useId, useRef, useState } from "react";
import { useBoard } from "../state/host.ts";
import { goTo, type Route } from "../state/route.ts";
import { type Theme, theme } from "../state/theme.ts";
import { showKeys } from "./keys-dialog.tsx";
import styles from "./palette.module.css";

interface Command {
  readonly label: string;
  readonly about: string;
  readonly run: () => void;
}

const to = (label: string, screen: Exclude<Route["screen"], "session">): Command => ({
  label,
  about: "Go to",
  run: () => goTo({ screen }),
});

const inTheme = (label: string, one: Theme): Command => ({
  label,
  about: "Theme",
  run: () => theme.set(one),
});

const fixed: readonly Command[] = [
  ...[to("New session", "new"), to("Sessions", "board"), to("Approvals", "approvals")],
  ...[to("Merge queue", "queue"), to("Search", "search"), to("Usage", "usage")],
  ...[to("Projects and settings", "projects"), to("Devices", "devices")],
  { label: "Keys", about: "Show", run: showKeys },
  ...[inTheme("Light", "light"), inTheme("Dark", "dark"), inTheme("As the system", "system")],
];

/** More than that is not looked through by eye. */
const maxShown = 12;

/** Everything by its name: Ctrl+K, or Cmd+K. */
export function Palette() {
  const dialog = useRef<HTMLDialogElement>(null);
  const [isOpen, setIsOpen] = useState(false);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== "k" || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      setIsOpen(true);
      dialog.current?.showModal();
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, []);
  return (
    <dialog ref={dialog} className={styles.dialog} aria-label="Commands" onClose={() => setIsOpen(false)}>
      {isOpen && <Choices onDone={() => dialog.current?.close()} />}
    </dialog>
  );
}

function Choices({ onDone }: { readonly onDone: () => void }) {
  const [text, setText] = useState("");
  const [at, setAt] = useState(0);
  const found = useFound(text);
  const list = useId();
  const run = (command: Command | undefined) => {
    onDone();
    command?.run();
  };
  const onKeyDown = (event: React.KeyboardEvent) => {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (by !== undefined) setAt((at + by + found.length) % Math.max(1, found.length));
    else if (event.key === "Enter") run(found[at]);
    else return;
    event.preventDefault();
  };
  return (
    <>
      <input
        className={styles.field}
        role="combobox"
        aria-expanded="true"
        aria-controls={list}
        aria-activedescendant={`${list}${at}`}
        aria-label="Find a command or a session"
        placeholder="Go to a session, a screen…"
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          setAt(0);
        }}
        onKeyDown={onKeyDown}
      />
      <div id={list} role="listbox" aria-label="Found" className={styles.list}>
        {found.map((command, index) => (
          <div
            key={`${command.about}${command.label}`}
            id={`${list}${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === at}
            className={styles.option}
            onPointerMove={() => setAt(index)}
            onPointerUp={() => run(command)}
          >
            <span className={styles.label}>{command.label}</span>
            <span className={styles.about}>{command.about}</span>
          </div>
        ))}
        {found.length === 0 && <p className={styles.none}>Nothing is called that.</p>}
      </div>
    </>
  );
}

/** Every word of the text has to be in it. */
function useFound(text: string): readonly Command[] {
  const sessions = useBoard()?.sessions ?? [];
  const words = text.toLowerCase().split(/\s+/);
  const all: readonly Command[] = [
    ...fixed,
    ...sessions.map(({ id, title }) => ({
      label: title,
      about: `Session ${id.slice(-6)}`,
      run: () => goTo({ screen: "session", id, tab: "transcript" }),
    })),
  ];
  const fits = ({ label, about }: Command) =>
    words.every((word) => `${label} ${about}`.toLowerCase().includes(word));
  return all.filter(fits).slice(0, maxShown);
}
