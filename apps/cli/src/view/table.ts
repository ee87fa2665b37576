import type { Frame } from "./style.ts";
import { columns, pad, truncate } from "./wrap.ts";

/** A column of a table: its head, and how narrow it may get before the others have to give way. */
export interface Column {
  readonly head: string;
  readonly min: number;
  /** Takes what room is left. At most one column of a table. */
  readonly grow?: boolean;
  readonly paint?: (cell: string, index: number) => string;
}

/** Rows under heads, cut to the width: the growing column gives way first, then each from the right. */
export function table(
  layout: readonly Column[],
  rows: readonly (readonly string[])[],
  frame: Frame,
): string[] {
  const gap = 2;
  const widths = layout.map((column, i) =>
    Math.max(columns(column.head), ...rows.map((row) => columns(row[i] ?? ""))),
  );
  let over = widths.reduce((sum, width) => sum + width + gap, -gap) - frame.width;
  const order = layout.map((_, i) => i).reverse();
  order.sort((a, b) => Number(layout[b]?.grow ?? false) - Number(layout[a]?.grow ?? false));
  for (const i of order) {
    const give = Math.min(Math.max(0, over), Math.max(0, (widths[i] ?? 0) - (layout[i]?.min ?? 0)));
    widths[i] = (widths[i] ?? 0) - give;
    over -= give;
  }
  const line = (cells: readonly string[], paint: (column: Column, cell: string) => string) =>
    layout
      .map((column, i) => paint(column, pad(truncate(cells[i] ?? "", widths[i] ?? 0), widths[i] ?? 0)))
      .join(" ".repeat(gap))
      .trimEnd();
  const heads = layout.map((column) => column.head);
  return [
    line(heads, (_, cell) => frame.style.dim(cell)),
    ...rows.map((row, index) => line(row, (column, cell) => column.paint?.(cell, index) ?? cell)),
  ];
}
