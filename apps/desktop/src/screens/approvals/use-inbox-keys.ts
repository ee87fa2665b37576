import { useEffect, useRef } from "react";
import type { Answer } from "./answer.ts";

export interface InboxKeys {
  readonly move: (by: 1 | -1) => void;
  readonly answer: (answer: Answer) => void;
}

/** A key that is held down answers once: what follows may be another request. */
export function useInboxKeys(keys: InboxKeys): void {
  const latest = useRef(keys);
  useEffect(() => {
    latest.current = keys;
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || isWriting(event.target)) return;
      const { move, answer } = latest.current;
      if (event.key === "j" || event.key === "ArrowDown") move(1);
      else if (event.key === "k" || event.key === "ArrowUp") move(-1);
      else if (event.repeat) return;
      else if (event.key === "a") answer("allow");
      else if (event.key === "s") answer("always");
      else if (event.key === "d") answer("deny");
      else return;
      event.preventDefault();
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, []);
}

function isWriting(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.matches("input, textarea, select");
}
