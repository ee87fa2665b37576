import type { Picture } from "./board-picture.ts";

/** Where a picture is drawn: all of a terminal, which is given back as it was. */
export interface Canvas {
  draw(picture: Picture): void;
  /** Gives the terminal back. Idempotent. */
  close(): Promise<void>;
  /** Rejects when it cannot draw any more. */
  readonly failed: Promise<never>;
}

export interface CanvasOptions {
  readonly stream: NodeJS.WriteStream;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** A picture is on the screen. */
  readonly onDrawn: () => void;
}

/** Draws with Ink in the alternate screen. It reads no keys: those come from our own keyboard, which tells a paste. */
export async function openCanvas({ stream, onDrawn }: CanvasOptions): Promise<Canvas> {
  const { ink, react } = await loadInk();
  const { createElement } = react;
  const { Box, Text } = ink;
  const row = (text: string, key: number | string) =>
    createElement(Text, { key, wrap: "truncate" }, text === "" ? " " : text);
  const App = ({ picture }: { readonly picture: Picture | undefined }) =>
    picture === undefined
      ? null
      : createElement(
          Box,
          { flexDirection: "column" },
          row(picture.head, "head"),
          createElement(Box, { flexDirection: "column", height: picture.page }, picture.body.map(row)),
          row(picture.foot[0], "note"),
          row(picture.foot[1], "keys"),
        );
  const instance = ink.render(createElement(App, { picture: undefined }), {
    stdout: stream,
    alternateScreen: true,
    interactive: true,
    incrementalRendering: true,
    exitOnCtrlC: false,
    patchConsole: false,
    isScreenReaderEnabled: false,
    onRender: onDrawn,
  });
  const exited = instance.waitUntilExit();
  const failed = exited.then(() => new Promise<never>(() => undefined));
  failed.catch(() => undefined);
  return {
    draw: (picture) => instance.rerender(createElement(App, { picture })),
    async close() {
      instance.unmount();
      await exited.catch(() => undefined);
    },
    failed,
  };
}

/** React's development build keeps a record of every render, which a board that stays open has no end of. */
async function loadInk() {
  const before = process.env.NODE_ENV;
  process.env.NODE_ENV = "production";
  try {
    return { ink: await import("ink"), react: await import("react") };
  } finally {
    if (before === undefined) delete process.env.NODE_ENV;
    else process.env.NODE_ENV = before;
  }
}
