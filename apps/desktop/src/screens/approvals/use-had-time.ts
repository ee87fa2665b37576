import { useEffect, useState } from "react";

const unreadMs = 400;

/** Whether what has that id was in sight for long enough to be read: a key or a tap was meant for what was there before. */
export function useHadTime(id: string | undefined): boolean {
  const [readId, setReadId] = useState<string>();
  useEffect(() => {
    const timer = setTimeout(setReadId, unreadMs, id);
    return () => clearTimeout(timer);
  }, [id]);
  return id !== undefined && readId === id;
}
