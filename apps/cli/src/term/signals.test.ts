import { EventEmitter } from "node:events";
import { PassThrough, Writable } from "node:stream";
import { expect, test } from "vitest";
import { Output } from "./output.ts";
import { Signals } from "./signals.ts";

test("the first interrupt goes to the turn, the second ends the command, a third one at once", () => {
  const log: string[] = [];
  const signals = new Signals((code) => log.push(`exit ${code}`));
  signals.ending.addEventListener("abort", () => log.push("ending"));
  using _taken = signals.takeInterrupt(() => log.push("turn"));
  signals.interrupt();
  signals.interrupt();
  signals.interrupt();
  expect(log).toEqual(["turn", "ending", "exit 130"]);
});

test("with no turn to interrupt the first one ends the command", () => {
  const signals = new Signals(() => undefined);
  signals.takeInterrupt(() => undefined)[Symbol.dispose]();
  signals.interrupt();
  expect(signals.ending.aborted).toBe(true);
});

test.each(["SIGINT", "SIGTERM", "SIGHUP"])("%s of the process ends the command in order", (name: string) => {
  const source = new EventEmitter() as NodeJS.Process;
  const signals = new Signals(() => undefined);
  using attached = signals.attach(source);
  (source as EventEmitter).emit(name, name);
  expect(signals.ending.aborted).toBe(true);
  attached[Symbol.dispose]();
  expect(source.listenerCount(name)).toBe(0);
});

test("a reader that is gone is told once, and what is written afterwards is swallowed", async () => {
  const broken = new Writable({ write: (_chunk, _encoding, done) => done(new Error("EPIPE")) });
  const output = new Output(broken);
  await output.write("a");
  expect(output.closed.aborted).toBe(true);
  await output.write("b");
  await output.lines(["c"]);
});

test("lines are written with their ends, none for none", async () => {
  const stream = new PassThrough();
  const output = new Output(stream);
  await output.lines([]);
  await output.lines(["a", "b"]);
  expect(stream.read()?.toString()).toBe("a\nb\n");
});
