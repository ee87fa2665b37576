import type { BackendItem, ModelItem } from "@nucleic/protocol/messages";
import type { HostClient } from "@nucleic/sync/client";
import { useEffect, useState } from "react";
import { useHost } from "./host.ts";
import { useQuery } from "./use-query.ts";

/** A kind of agent, without a look at its program; `undefined` until it is known, and where the host has none of it. */
export function useBackend(id: string): BackendItem | undefined {
  return useQuery("backends", { probe: false }).data?.find((backend) => backend.id === id);
}

type Models = readonly ModelItem[] | undefined;

/** An agent's program has to be started to be asked: once for each of them, while the page is open. */
const asked = new WeakMap<HostClient, Map<string, Promise<Models>>>();

/** The models that an agent offers. None while they are not known, and where it tells none. */
export function useModels(backend: BackendItem | undefined): readonly ModelItem[] {
  const { client } = useHost();
  const [models, setModels] = useState<Models>();
  const id = backend?.capabilities.canSetModel ? backend.id : undefined;
  useEffect(() => {
    if (id === undefined) return;
    let isGone = false;
    void modelsOf(client, id).then((found) => !isGone && setModels(found));
    return () => {
      isGone = true;
    };
  }, [client, id]);
  return models ?? [];
}

function modelsOf(client: HostClient, id: string): Promise<Models> {
  const known = asked.get(client) ?? new Map<string, Promise<Models>>();
  asked.set(client, known);
  const answer =
    known.get(id) ??
    client.query("models", { backend: id }).then(
      ({ models }) => models,
      () => {
        // It may be installed by the next time.
        known.delete(id);
        return undefined;
      },
    );
  known.set(id, answer);
  return answer;
}
