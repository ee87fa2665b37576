import type { ElementContent } from "hast";
import { toJsxRuntime } from "hast-util-to-jsx-runtime";
import { Fragment, jsx, jsxs } from "react/jsx-runtime";

/** A piece of a syntax tree as elements. */
export function Tokens({ of }: { readonly of: readonly ElementContent[] }) {
  return toJsxRuntime({ type: "root", children: [...of] }, { Fragment, jsx, jsxs });
}
