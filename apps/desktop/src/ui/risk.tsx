import type { Risk } from "@nucleic/protocol/core";
import styles from "./risk.module.css";

const words: Readonly<Record<Risk, { readonly text: string; readonly tone: "calm" | "warn" | "bad" }>> = {
  read: { text: "Reads", tone: "calm" },
  write: { text: "Writes", tone: "calm" },
  execute: { text: "Runs a program", tone: "warn" },
  network: { text: "Uses the network", tone: "warn" },
  destructive: { text: "Destroys", tone: "bad" },
  unknown: { text: "Unknown risk", tone: "bad" },
};

/** How dangerous it is: a word, and a colour that says the same. */
export function RiskBadge({ risk = "unknown" }: { readonly risk: Risk | undefined }) {
  const { text, tone } = words[risk];
  return <span className={`${styles.risk} ${styles[tone]}`}>{text}</span>;
}
