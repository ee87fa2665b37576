import { type RefObject, useEffect } from "react";
import { singleKeyOf } from "../../state/single-keys.ts";

/** j and k go from card to card, column by column; Enter opens the one that has the focus, as it does any link. */
export function useBoardKeys(board: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const by = { j: 1, k: -1 }[singleKeyOf(event) ?? ""];
      if (by === undefined) return;
      const cards = [...(board.current?.querySelectorAll("a") ?? [])];
      const at = cards.findIndex((card) => card.matches(":focus"));
      const next = at === -1 ? 0 : Math.min(cards.length - 1, Math.max(0, at + by));
      cards[next]?.focus();
      event.preventDefault();
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, [board]);
}
