import type { QueryArgs, QueryKind, QueryResult } from "@nucleic/protocol/messages";
import { useCallback, useEffect, useState } from "react";
import { useHost } from "./host.ts";

export interface Asked<T> {
  readonly data: T | undefined;
  readonly failure: string | undefined;
  /** Asks again; what there is stays until the answer has come. */
  readonly again: () => void;
}

/** Asks the host something, once and whenever the arguments change. `undefined` for arguments: not yet. */
export function useQuery<K extends QueryKind>(
  kind: K,
  args: QueryArgs<K> | undefined,
): Asked<QueryResult<K>> {
  const { client } = useHost();
  const [round, setRound] = useState(0);
  const [answer, setAnswer] = useState<Pick<Asked<QueryResult<K>>, "data" | "failure">>({
    data: undefined,
    failure: undefined,
  });
  const said = args === undefined ? undefined : JSON.stringify(args);
  useEffect(() => {
    if (said === undefined) return;
    let isGone = false;
    client.query(kind, JSON.parse(said) as QueryArgs<K>).then(
      (data) => !isGone && setAnswer({ data, failure: undefined }),
      (error: unknown) => {
        const failure = error instanceof Error ? error.message : String(error);
        if (!isGone) setAnswer((before) => ({ data: before.data, failure }));
      },
    );
    return () => {
      isGone = true;
    };
  }, [client, kind, said, round]);
  const again = useCallback(() => setRound((before) => before + 1), []);
  return { ...answer, again };
}
