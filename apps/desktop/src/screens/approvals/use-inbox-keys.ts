import { useEffect, useRef } from "react";
import { singleKeyOf } from "../../state/single-keys.ts";
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
      const { move, answer } = latest.current;
      const key = singleKeyOf(event);
      if (key === "j" || key === "ArrowDown") move(1);
      else if (key === "k" || key === "ArrowUp") move(-1);
      else if (event.repeat) return;
      else if (key === "a") answer("allow");
      else if (key === "s") answer("always");
      else if (key === "d") answer("deny");
      else return;
      event.preventDefault();
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, []);
}
