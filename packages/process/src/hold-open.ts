const longestMs = 2 ** 31 - 1;

/**
 * Keeps this process from ending for want of work until it is disposed of. For who waits by a `Clock`, whose timers never
 * do that: a program with nothing else to do would end in the middle of the wait, with exit code 13 at a top-level await.
 */
export function holdOpen(): Disposable {
  const timer = setInterval(() => undefined, longestMs);
  return { [Symbol.dispose]: () => clearInterval(timer) };
}
