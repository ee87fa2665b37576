import { type KnownHost, loadSodium } from "@nucleic/sync/noise";
import { useCallback, useEffect, useState } from "react";
import { App } from "../app.tsx";
import { HostProvider, type HostState } from "../state/host.ts";
import { useStore } from "../state/use-store.ts";
import { readBoard } from "./kept-board.ts";
import { PairScreen } from "./pair-screen.tsx";
import { forgetHost, readHost } from "./paired-host.ts";
import { openPhoneHost, type PhoneHost } from "./phone-host.ts";
import { ThisPhone } from "./this-phone.tsx";
import { TurnedAway } from "./turned-away.tsx";

type View =
  | { readonly kind: "loading" }
  | { readonly kind: "pairing"; readonly link: string | undefined; readonly said?: string }
  | { readonly kind: "open"; readonly host: PhoneHost };

/** The page of a paired device: the same screens, over a channel of its own. */
export function PhoneApp({ link }: { readonly link: string | undefined }) {
  const [view, setView] = useState<View>({ kind: "loading" });
  const open = useCallback(async (known: KnownHost) => {
    const [sodium, kept] = await Promise.all([loadSodium(), readBoard()]);
    setView({ kind: "open", host: openPhoneHost(sodium, known, kept) });
  }, []);
  const pairAnew = useCallback(async (host: PhoneHost) => {
    await host.leave();
    await forgetHost();
    setView({ kind: "pairing", link: undefined });
  }, []);
  useEffect(() => {
    const begin = async () => {
      // Whoever comes with a link wants that host.
      const known = link === undefined ? await readHost() : undefined;
      if (known === undefined) setView({ kind: "pairing", link });
      else await open(known);
    };
    begin().catch(() =>
      setView({ kind: "pairing", link, said: "What this browser kept cannot be read any more. Pair again." }),
    );
  }, [link, open]);
  switch (view.kind) {
    case "loading":
      return null;
    case "pairing":
      return (
        <PairScreen
          sodium={loadSodium}
          link={view.link}
          said={view.said}
          onPaired={(known) => void open(known)}
        />
      );
    case "open":
      return (
        <HostProvider value={view.host.state}>
          <Open host={view.host.state} onPairAnew={() => void pairAnew(view.host)} />
        </HostProvider>
      );
    default:
      return view satisfies never;
  }
}

function Open({ host, onPairAnew }: { readonly host: HostState; readonly onPairAnew: () => void }) {
  const connection = useStore(host.connection);
  if (connection.kind === "refused") return <TurnedAway error={connection.error} onPairAnew={onPairAnew} />;
  return <App devices={<ThisPhone onForget={onPairAnew} />} />;
}
