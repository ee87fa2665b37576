import type { UsageItem } from "@nucleic/protocol/messages";
import { moneyText } from "../../ui/format.ts";
import { partsOf, tokensOf } from "./parts.ts";
import styles from "./usage-table.module.css";

export interface UsageTableProps {
  readonly items: readonly UsageItem[];
  readonly nameOf: (key: string) => string;
  /** What the first column holds. */
  readonly of: string;
}

const number = new Intl.NumberFormat("en");

/** The numbers that the bars stand for, whole. What no agent has reported is not made up. */
export function UsageTable({ items, nameOf, of }: UsageTableProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways on a phone has to be reached by keyboard
    <section className={styles.frame} aria-label={`Usage by ${of.toLowerCase()}`} tabIndex={0}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{of}</th>
            <th scope="col">Tokens</th>
            <th scope="col">Cost</th>
            <th scope="col">From cache</th>
            <th scope="col">Other input</th>
            <th scope="col">Output</th>
          </tr>
        </thead>
        <tbody>
          {items.map((item) => {
            const { cached, input, output } = partsOf(item);
            return (
              <tr key={item.key}>
                <th scope="row">{nameOf(item.key)}</th>
                <td>{number.format(tokensOf(item))}</td>
                <td>{costOf(item)}</td>
                <td>{number.format(cached)}</td>
                <td>{number.format(input)}</td>
                <td>{number.format(output)}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </section>
  );
}

/** A sum in which some turns are missing is the least that it was. */
function costOf({ costUSD, isCostPartial }: UsageItem): string {
  if (costUSD === undefined) return "—";
  return isCostPartial ? `≥ ${moneyText(costUSD)}` : moneyText(costUSD);
}
