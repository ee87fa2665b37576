import type { ElementContent } from "hast";
import { memo, useMemo } from "react";
import { languageOf, useHighlight } from "../code/highlighter.ts";
import { Tokens } from "../code/tokens.tsx";
import styles from "./diff.module.css";
import { hunkTokens } from "./hunk-tokens.ts";
import { pairLines } from "./pair-lines.ts";
import type { DiffHunk, DiffLine } from "./parse-patch.ts";

export interface HunkViewProps {
  readonly hunk: DiffHunk;
  readonly path: string;
  readonly isSplit?: boolean;
}

/** The lines of one hunk, below one another or side by side. */
export const HunkView = memo(function HunkView({ hunk, path, isSplit = false }: HunkViewProps) {
  const highlight = useHighlight();
  const tokens = useMemo(() => hunkTokens(hunk, languageOf(path), highlight), [hunk, path, highlight]);
  const text = (line: DiffLine) => <LineText line={line} tokens={tokens.get(line)} />;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard
    <section className={styles.scroll} aria-label={`${path} ${hunk.header}`} tabIndex={0}>
      <table className={isSplit ? styles.split : styles.lines}>
        <tbody>
          {isSplit
            ? pairLines(hunk.lines).map(([left, right]) => (
                <tr key={`${left?.oldNumber}:${right?.newNumber}`}>
                  <td className={styles.number}>{left?.oldNumber}</td>
                  <td className={sideClass(left)}>{left && text(left)}</td>
                  <td className={styles.number}>{right?.newNumber}</td>
                  <td className={sideClass(right)}>{right && text(right)}</td>
                </tr>
              ))
            : hunk.lines.map((line) => (
                <tr key={`${line.oldNumber}:${line.newNumber}`} className={styles[line.kind]}>
                  <td className={styles.number}>{line.oldNumber}</td>
                  <td className={styles.number}>{line.newNumber}</td>
                  <td className={styles.code}>{text(line)}</td>
                </tr>
              ))}
        </tbody>
      </table>
    </section>
  );
});

const signs = { same: " ", added: "+", removed: "−" } as const;

interface LineTextProps {
  readonly line: DiffLine;
  readonly tokens: readonly ElementContent[] | undefined;
}

function LineText({ line, tokens }: LineTextProps) {
  return (
    <>
      <span className={styles.sign}>{signs[line.kind]}</span>
      {tokens ? <Tokens of={tokens} /> : line.text}
    </>
  );
}

function sideClass(line: DiffLine | undefined): string {
  return `${styles.code} ${line ? styles[line.kind] : styles.nothing}`;
}
