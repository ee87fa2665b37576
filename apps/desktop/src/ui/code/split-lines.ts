import type { ElementContent, Root } from "hast";

/** A highlighted text line by line: what spans several of them is repeated in each. */
export function splitLines(root: Root): readonly (readonly ElementContent[])[] {
  const content = root.children.filter((child): child is ElementContent => child.type !== "doctype");
  return linesOf(content);
}

function linesOf(nodes: readonly ElementContent[]): ElementContent[][] {
  let last: ElementContent[] = [];
  const lines = [last];
  for (const node of nodes) {
    const [first = [], ...more] = piecesOf(node);
    last.push(...first);
    for (const piece of more) {
      last = [...piece];
      lines.push(last);
    }
  }
  return lines;
}

function piecesOf(node: ElementContent): readonly (readonly ElementContent[])[] {
  if (node.type === "text") return node.value.split("\n").map((value) => [{ type: "text", value }]);
  if (node.type === "element") return linesOf(node.children).map((children) => [{ ...node, children }]);
  return [[]];
}
