import type { DeviceScope, PairingState } from "@nucleic/protocol/messages";
import { type HostClient, HostError } from "@nucleic/sync/client";
import { useCallback, useEffect, useRef, useState } from "react";
import { useHost } from "../../state/host.ts";

/** Where a pairing stands, as this page shows it. */
export type PairingView =
  | { readonly state: "idle" | "opening" | "confirming" }
  | { readonly state: "failed"; readonly message: string; readonly hint: string | undefined }
  | PairingState;

export interface Pairing {
  readonly view: PairingView;
  readonly begin: () => void;
  readonly confirm: (digits: string, scopes: readonly DeviceScope[]) => void;
  readonly cancel: () => void;
}

/** One pairing after another. Whoever leaves the screen closes the link, or refuses the device that asks. */
export function usePairing(onPaired: () => void): Pairing {
  const { client } = useHost();
  const [view, setView] = useState<PairingView>({ state: "idle" });
  const running = useRef<Running>(undefined);
  const told = useRef(onPaired);
  told.current = onPaired;
  const leave = useCallback(() => {
    running.current?.leave();
    running.current = undefined;
  }, []);
  useEffect(() => {
    addEventListener("pagehide", leave);
    return () => {
      removeEventListener("pagehide", leave);
      leave();
    };
  }, [leave]);
  return {
    view,
    begin() {
      leave();
      running.current = new Running(client, (next) => {
        setView(next);
        if (next.state === "over" && next.outcome === "paired") told.current();
      });
    },
    confirm: (digits, scopes) => running.current?.confirm(digits, scopes),
    cancel() {
      leave();
      setView({ state: "idle" });
    },
  };
}

class Running {
  readonly #client: HostClient;
  readonly #show: (view: PairingView) => void;
  #pairingId: string | undefined;
  #isLeft = false;
  #isOver = false;

  constructor(client: HostClient, show: (view: PairingView) => void) {
    this.#client = client;
    this.#show = (view) => {
      if (!this.#isLeft) show(view);
    };
    this.#show({ state: "opening" });
    this.#run().catch((error: unknown) => this.#fail(error));
  }

  leave(): void {
    this.#isLeft = true;
    this.#cancel();
  }

  confirm(digits: string, scopes: readonly DeviceScope[]): void {
    const pairingId = this.#pairingId ?? "";
    this.#show({ state: "confirming" });
    this.#client.intent("confirmPairing", { pairingId, digits, scopes: [...scopes] }).then(
      ({ outcome }) => this.#show({ state: "over", outcome }),
      (error: unknown) => this.#fail(error),
    );
  }

  async #run(): Promise<void> {
    const { pairingId } = await this.#client.intent("beginPairing", {});
    this.#pairingId = pairingId;
    // It was left before it had begun.
    if (this.#isLeft) return this.#cancel();
    let state = await this.#client.query("pairing", { pairingId });
    this.#show(state);
    while (state.state === "open" && !this.#isLeft) {
      state = await this.#client.query("pairing", { pairingId, after: "open" });
      if (state.state !== "open") this.#show(state);
    }
    while (state.state === "asking" && !this.#isLeft)
      state = await this.#client.query("pairing", { pairingId, after: "asking" });
    this.#isOver = state.state === "over";
    if (this.#isOver) this.#show(state);
  }

  #cancel(): void {
    const pairingId = this.#pairingId;
    if (pairingId === undefined || this.#isOver) return;
    this.#isOver = true;
    // A pairing that is over by itself needs no end.
    this.#client.intent("cancelPairing", { pairingId }).catch(() => undefined);
  }

  #fail(error: unknown): void {
    this.#isOver = true;
    const message = error instanceof Error ? error.message : String(error);
    this.#show({ state: "failed", message, hint: error instanceof HostError ? error.hint : undefined });
  }
}
