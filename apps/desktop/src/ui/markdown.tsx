import { memo, type ReactNode } from "react";
import Markdown, { type Components } from "react-markdown";
import remarkGfm from "remark-gfm";
import { CodeBlock } from "./code/code-block.tsx";
import styles from "./markdown.module.css";
import { markdownBlocks } from "./markdown-blocks.ts";

const plugins = [remarkGfm];

/** What an agent writes leads out of the page by a click alone, and loads nothing. */
const components: Components = {
  a: ({ href, children }) => (
    <a href={href} target="_blank" rel="noopener noreferrer">
      {children}
    </a>
  ),
  img: ({ src, alt }) => (
    <a href={typeof src === "string" ? src : undefined} target="_blank" rel="noopener noreferrer">
      {alt || "image"}
    </a>
  ),
  pre: ({ children }) => <>{children}</>,
  code: ({ className, children }) => {
    const text = textOf(children);
    const language = /language-(\S+)/.exec(className ?? "")?.[1];
    if (language === undefined && !text.includes("\n"))
      return <code className={styles.inline}>{children}</code>;
    return <CodeBlock text={text.replace(/\n$/, "")} language={language ?? ""} label={language ?? "Code"} />;
  },
  table: ({ children }) => (
    <div className={styles.table}>
      <table>{children}</table>
    </div>
  ),
  h1: ({ children }) => <h3>{children}</h3>,
  h2: ({ children }) => <h3>{children}</h3>,
  input: ({ checked }) => <span aria-hidden="true">{checked ? "☑" : "☐"}</span>,
};

/** Markdown as elements, from its syntax tree: HTML in it is left out. */
export const MarkdownText = memo(function MarkdownText({ text }: { readonly text: string }) {
  let at = 0;
  return (
    <div className={styles.text}>
      {markdownBlocks(text).map((block) => {
        const key = at;
        at += block.length;
        return <Block key={key} text={block} />;
      })}
    </div>
  );
});

/** Parsed once: of a text that grows, only the end is parsed again. */
const Block = memo(function Block({ text }: { readonly text: string }) {
  return (
    <Markdown remarkPlugins={plugins} components={components} skipHtml>
      {text}
    </Markdown>
  );
});

function textOf(node: ReactNode): string {
  if (Array.isArray(node)) return node.map(textOf).join("");
  return typeof node === "string" || typeof node === "number" ? String(node) : "";
}
