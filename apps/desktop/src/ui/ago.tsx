import { systemClock } from "@nucleic/protocol/core";
import { useEffect, useState } from "react";
import { agoText } from "./format.ts";

const tickMs = 30_000;

/** How long ago that was, kept up to date. */
export function Ago({ at }: { readonly at: number }) {
  const [now, setNow] = useState(() => systemClock.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(systemClock.now()), tickMs);
    return () => clearInterval(timer);
  }, []);
  return (
    <time dateTime={new Date(at).toISOString()} title={new Date(at).toLocaleString()}>
      {agoText(at, Math.max(now, at))}
    </time>
  );
}
