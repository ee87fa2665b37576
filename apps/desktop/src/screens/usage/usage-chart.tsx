import type { UsageItem } from "@nucleic/protocol/messages";
import { countText } from "../../ui/format.ts";
import { parts, partsOf, tokensOf } from "./parts.ts";
import styles from "./usage-chart.module.css";

export interface UsageChartProps {
  readonly items: readonly UsageItem[];
  readonly nameOf: (key: string) => string;
  /** Days stand side by side, everything else one below the other. */
  readonly isByDay: boolean;
}

/** How wide a bar is, of the place that it has. */
const share = 0.72;

/** Tokens as bars. The numbers are in the table below it: for a reader of the screen this is one picture. */
export function UsageChart({ items, nameOf, isByDay }: UsageChartProps) {
  const most = Math.max(1, ...items.map(tokensOf));
  const top = items.find((item) => tokensOf(item) === most);
  const about = `Tokens${top ? `; most: ${nameOf(top.key)}, ${countText(most)}` : ""}`;
  return (
    <figure className={styles.figure}>
      <div role="img" aria-label={about} className={isByDay ? styles.columns : styles.lines}>
        {isByDay ? (
          <Columns items={items} most={most} nameOf={nameOf} />
        ) : (
          items.map((item) => <Line key={item.key} item={item} most={most} name={nameOf(item.key)} />)
        )}
      </div>
      <figcaption className={styles.legend}>
        {parts.map(({ part, label }) => (
          <span key={part}>
            <svg className={styles.key} viewBox="0 0 1 1" aria-hidden="true">
              <rect className={styles[part]} width="1" height="1" />
            </svg>
            {label}
          </span>
        ))}
      </figcaption>
    </figure>
  );
}

interface ColumnsProps extends Omit<UsageChartProps, "isByDay"> {
  readonly most: number;
}

function Columns({ items, most, nameOf }: ColumnsProps) {
  const [first, last] = [items[0], items.at(-1)];
  return (
    <>
      <span className={styles.most}>{countText(most)}</span>
      <svg
        className={styles.field}
        viewBox={`0 0 ${items.length} 1`}
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        {items.map((item, at) => (
          <g key={item.key}>
            <title>{`${nameOf(item.key)}: ${countText(tokensOf(item))}`}</title>
            {pieces(item, most).map(({ part, from, size }) => (
              <rect
                key={part}
                className={styles[part]}
                x={at + (1 - share) / 2}
                width={share}
                y={1 - from - size}
                height={size}
              />
            ))}
          </g>
        ))}
      </svg>
      <span className={styles.ends}>
        <span>{first && nameOf(first.key)}</span>
        <span>{last && last !== first && nameOf(last.key)}</span>
      </span>
    </>
  );
}

interface LineProps {
  readonly item: UsageItem;
  readonly most: number;
  readonly name: string;
}

function Line({ item, most, name }: LineProps) {
  return (
    <div className={styles.line}>
      <span className={styles.name}>{name}</span>
      <svg className={styles.bar} viewBox="0 0 1 1" preserveAspectRatio="none" aria-hidden="true">
        <title>{`${name}: ${countText(tokensOf(item))}`}</title>
        {pieces(item, most).map(({ part, from, size }) => (
          <rect key={part} className={styles[part]} x={from} width={size} height="1" />
        ))}
      </svg>
    </div>
  );
}

/** The pieces of a bar that is 1 long where it is the longest. */
function pieces(item: UsageItem, most: number) {
  const sizes = partsOf(item);
  let from = 0;
  return parts.map(({ part }) => {
    const piece = { part, from, size: sizes[part] / most };
    from += piece.size;
    return piece;
  });
}
