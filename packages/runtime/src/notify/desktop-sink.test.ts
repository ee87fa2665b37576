import { chmod, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { temporaryDirectory } from "../../test/support.ts";
import { hastyClock } from "../../test/test-clock.ts";
import { desktopSink, findDesktop } from "./desktop-sink.ts";
import type { Notice } from "./notice.ts";

const notice = { id: "1", title: "Nucleic: has a question", body: "--exec=rm <b>$(id)</b> & \"'`" } as Notice;

/** A real program of that name, first on PATH, that runs this shell text. */
async function fake(name: string, text: string) {
  const directory = await temporaryDirectory();
  const path = join(directory, name);
  await writeFile(path, `#!/bin/sh\n${text}\n`);
  await chmod(path, 0o755);
  return {
    directory,
    env: { PATH: `${directory}:${process.env.PATH}`, SECRET: "s", DISPLAY: ":7", OUT: directory },
  };
}

const never = new AbortController().signal;
// A program's own folder is all it knows of its test.
const keep = 'cd "$(dirname "$0")"; printf "%s\\n" "$@" > args; env > env';

describe("the desktop", () => {
  test("of Linux is given the text as text: no option, no markup, no shell", async () => {
    const { directory, env } = await fake("notify-send", keep);
    const program = await findDesktop({ env, platform: "linux" });
    if (!program) throw new Error("the program was not found");
    await desktopSink(program, { env }).show(notice, never);
    expect((await readFile(join(directory, "args"), "utf8")).trimEnd().split("\n")).toEqual([
      "--app-name=Nucleic",
      "--",
      notice.title,
      "--exec=rm &lt;b&gt;$(id)&lt;/b&gt; &amp; \"'`",
    ]);
    const seen = await readFile(join(directory, "env"), "utf8");
    expect(seen).toContain("DISPLAY=:7");
    expect(seen).not.toContain("SECRET");
  });

  test("of macOS is given a script that never changes, and the text behind it", async () => {
    const { directory, env } = await fake("osascript", keep);
    const program = await findDesktop({ env, platform: "darwin" });
    if (!program) throw new Error("the program was not found");
    await desktopSink(program, { env }).show(notice, never);
    const args = (await readFile(join(directory, "args"), "utf8")).trimEnd().split("\n");
    expect(args.slice(-3)).toEqual(["--", notice.title, notice.body]);
    expect(args.filter((arg) => arg === "-e")).toHaveLength(3);
  });

  test.each(["linux", "darwin", "win32"] as const)("that is not there is none: %s", async (platform) => {
    expect(await findDesktop({ env: { PATH: await temporaryDirectory() }, platform })).toBeUndefined();
  });

  test("whose program fails says why", async () => {
    const { env } = await fake("notify-send", "echo 'no session bus' >&2; exit 1");
    const program = await findDesktop({ env, platform: "linux" });
    if (!program) throw new Error("the program was not found");
    await expect(desktopSink(program, { env }).show(notice, never)).rejects.toThrow(
      /exited with 1: no session bus/,
    );
  });

  test("whose program hangs, or floods, is left behind", async () => {
    for (const [text, why] of [
      ["exec sleep 1000", /timedOut/],
      ["exec yes", /outputLimit/],
    ] as const) {
      const { env } = await fake("notify-send", text);
      const program = await findDesktop({ env, platform: "linux" });
      if (!program) throw new Error("the program was not found");
      const clock = text.includes("sleep") ? { clock: hastyClock } : {};
      await expect(desktopSink(program, { env, ...clock }).show(notice, never)).rejects.toThrow(why);
    }
  });

  test("is given up at its signal without a word", async () => {
    const { env } = await fake("notify-send", "exec sleep 1000");
    const program = await findDesktop({ env, platform: "linux" });
    if (!program) throw new Error("the program was not found");
    await desktopSink(program, { env }).show(notice, AbortSignal.timeout(20));
  });
});
