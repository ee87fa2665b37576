import { Check, Copy } from "lucide-react";
import { memo, useState } from "react";
import styles from "./code-block.module.css";
import { useHighlight } from "./highlighter.ts";
import { Tokens } from "./tokens.tsx";

/** Longer texts are shown plain: colour is not worth the wait. */
const maxChars = 60_000;

export interface CodeBlockProps {
  readonly text: string;
  readonly language: string;
  readonly label: string;
  /** Long lines go on in the next: nothing of it is out of sight to the right. */
  readonly wraps?: boolean;
}

/** Code that can be scrolled and copied. */
export const CodeBlock = memo(function CodeBlock({ text, language, label, wraps = false }: CodeBlockProps) {
  const highlight = useHighlight();
  const tree = text.length <= maxChars ? highlight?.(text, language) : undefined;
  return (
    <div className={styles.block}>
      <CopyButton text={text} />
      <section className={wraps ? `${styles.scroll} ${styles.wraps}` : styles.scroll} aria-label={label}>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard */}
        <pre tabIndex={0}>
          <code>
            {tree ? <Tokens of={tree.children.filter((child) => child.type !== "doctype")} /> : text}
          </code>
        </pre>
      </section>
    </div>
  );
});

function CopyButton({ text }: { readonly text: string }) {
  const [isCopied, setIsCopied] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(text);
    setIsCopied(true);
  };
  const Icon = isCopied ? Check : Copy;
  return (
    <button
      type="button"
      className={styles.copy}
      aria-label={isCopied ? "Copied" : "Copy"}
      onBlur={() => setIsCopied(false)}
      onClick={() => void copy().catch(() => undefined)}
    >
      <Icon size={14} aria-hidden="true" />
    </button>
  );
}
