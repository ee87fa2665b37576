import type { Browser, Page } from "playwright-core";

/** What the page's main thread did. */
export interface Tasks {
  readonly count: number;
  /** From the beginning of the longest to its end: on a busy machine the thread had to wait in it. */
  readonly longestMs: number;
  /** What the longest had of a processor. */
  readonly longestBusyMs: number;
}

interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  /** Microseconds. */
  readonly dur?: number;
  readonly tdur?: number;
  readonly args?: { readonly name?: string };
}

const categories = ["toplevel", "disabled-by-default-devtools.timeline"];

/** The tasks of the renderer's main thread during some work, by the browser's own trace. */
export async function tasksWhile(browser: Browser, page: Page, work: () => Promise<unknown>): Promise<Tasks> {
  await browser.startTracing(page, { categories });
  await work();
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as {
    readonly traceEvents: readonly TraceEvent[];
  };
  const threadOf = ({ pid, tid }: TraceEvent) => `${pid} ${tid}`;
  const isMain = ({ name, args }: TraceEvent) => name === "thread_name" && args?.name === "CrRendererMain";
  const threads = new Set(traceEvents.filter(isMain).map(threadOf));
  const tasks = traceEvents.filter(
    (event) => event.ph === "X" && /RunTask$/.test(event.name) && threads.has(threadOf(event)),
  );
  const longest = (micros: (event: TraceEvent) => number | undefined) =>
    tasks.reduce((most, event) => Math.max(most, micros(event) ?? 0), 0) / 1_000;
  return {
    count: tasks.length,
    longestMs: longest(({ dur }) => dur),
    longestBusyMs: longest(({ tdur }) => tdur),
  };
}
