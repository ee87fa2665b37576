import { Writable } from "@nucleic/sync/client";
import type { Root } from "hast";
import { useEffect } from "react";
import { useStore } from "../../state/use-store.ts";

/** Gives a syntax tree, never HTML; `undefined` for a language that it does not know. */
export type Highlight = (text: string, language: string) => Root | undefined;

const loaded = new Writable<Highlight | undefined>(undefined);
let _loading: Promise<void> | undefined;

async function load(): Promise<void> {
  const { createLowlight, common } = await import("lowlight");
  const lowlight = createLowlight(common);
  loaded.set((text, language) =>
    lowlight.registered(language) ? lowlight.highlight(language, text) : undefined,
  );
}

/** The highlighter, once it is there: code is shown plain until then, and where it could not be loaded. */
export function useHighlight(): Highlight | undefined {
  useEffect(() => {
    _loading ??= load().catch(() => undefined);
  }, []);
  return useStore(loaded);
}

const byEnding: Readonly<Record<string, string>> = {
  ...{ ts: "typescript", tsx: "typescript", mts: "typescript", cts: "typescript" },
  ...{ js: "javascript", jsx: "javascript", mjs: "javascript", cjs: "javascript" },
  ...{ json: "json", md: "markdown", css: "css", scss: "scss", html: "xml", xml: "xml", svg: "xml" },
  ...{ py: "python", rs: "rust", go: "go", java: "java", kt: "kotlin", swift: "swift", rb: "ruby" },
  ...{ c: "c", h: "c", cc: "cpp", cpp: "cpp", hpp: "cpp", cs: "csharp", php: "php", sql: "sql" },
  ...{ sh: "bash", bash: "bash", yml: "yaml", yaml: "yaml", toml: "ini", diff: "diff", lua: "lua" },
};

/** The language of a file, by the ending of its name; empty where that tells none. */
export function languageOf(path: string): string {
  return byEnding[path.split(".").at(-1)?.toLowerCase() ?? ""] ?? "";
}
