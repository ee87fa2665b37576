import type { DeviceScope, PairingState } from "@nucleic/protocol/messages";
import { useState } from "react";
import { Button } from "../../ui/button.tsx";
import page from "../../ui/page.module.css";
import { visible } from "../../ui/visible.ts";
import styles from "./pair-device.module.css";

export interface ConfirmDeviceProps {
  readonly device: Extract<PairingState, { state: "asking" }>;
  readonly onConfirm: (digits: string, scopes: readonly DeviceScope[]) => void;
  readonly onRefuse: () => void;
}

const more = [
  { scope: "approve", label: "Approve", about: "answer what agents ask" },
  { scope: "control", label: "Control", about: "start sessions, write to agents, stop them" },
] as const;

/** The device that has come: the person reads six digits on it and types them here, and says what it may do. */
export function ConfirmDevice({ device, onConfirm, onRefuse }: ConfirmDeviceProps) {
  const [text, setText] = useState("");
  const [scopes, setScopes] = useState<readonly DeviceScope[]>([]);
  const digits = text.replaceAll(/[\s-]/g, "");
  const isWhole = /^\d{6}$/.test(digits);
  const toggle = (scope: DeviceScope) =>
    setScopes(scopes.includes(scope) ? scopes.filter((one) => one !== scope) : [...scopes, scope]);
  return (
    <form
      className={page.card}
      aria-label="Confirm the device"
      onSubmit={(event) => {
        event.preventDefault();
        if (isWhole) onConfirm(digits, ["view", ...scopes]);
      }}
    >
      <h2>
        {visible(device.deviceName)} ({visible(device.platform)}) wants to be paired
      </h2>
      <p className={page.about}>
        Nobody has checked what it calls itself: type the six digits that you read on your own device.
      </p>
      <label className={page.field}>
        <span>Six digits</span>
        <input
          className={styles.digits}
          inputMode="numeric"
          autoComplete="off"
          maxLength={7}
          placeholder="000 000"
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      </label>
      <fieldset className={styles.scopes}>
        <legend>It may</legend>
        <label className={page.tick}>
          <input type="checkbox" checked disabled /> <span>View: see sessions and what they ask</span>
        </label>
        {more.map(({ scope, label, about }) => (
          <label key={scope} className={page.tick}>
            <input type="checkbox" checked={scopes.includes(scope)} onChange={() => toggle(scope)} />{" "}
            <span>
              {label}: {about}
            </span>
          </label>
        ))}
      </fieldset>
      <div className={page.line}>
        <Button look="main" type="submit" disabled={!isWhole}>
          Pair
        </Button>
        <Button look="danger" onClick={onRefuse}>
          Refuse
        </Button>
      </div>
    </form>
  );
}
