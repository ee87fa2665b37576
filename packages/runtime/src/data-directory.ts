import { posix, win32 } from "node:path";

/**
 * Where all state lives: `NUCLEIC_HOME`, else the platform's own place. Pure.
 * Linux: `$XDG_DATA_HOME/nucleic` or `~/.local/share/nucleic`; macOS: `~/Library/Application Support/Nucleic`;
 * Windows: `%LOCALAPPDATA%\Nucleic`.
 * @throws TypeError when the environment names no home.
 */
export function dataDirectory(
  env: Readonly<Record<string, string | undefined>>,
  platform: NodeJS.Platform,
): string {
  const path = platform === "win32" ? win32 : posix;
  const absolute = (value: string | undefined) => (value && path.isAbsolute(value) ? value : undefined);
  if (env.NUCLEIC_HOME) {
    const home = absolute(env.NUCLEIC_HOME);
    if (home === undefined) throw new TypeError("NUCLEIC_HOME must be an absolute path");
    return path.normalize(home);
  }
  const home = absolute(platform === "win32" ? env.USERPROFILE : env.HOME);
  const place = {
    darwin: () => home && path.join(home, "Library", "Application Support", "Nucleic"),
    win32: () =>
      path.join(absolute(env.LOCALAPPDATA) ?? path.join(home ?? "", "AppData", "Local"), "Nucleic"),
    // The XDG rules say that a relative value is to be ignored.
    other: () => {
      const base = absolute(env.XDG_DATA_HOME) ?? (home && path.join(home, ".local", "share"));
      return base && path.join(base, "nucleic");
    },
  }[platform === "darwin" || platform === "win32" ? platform : "other"]();
  if (!place || !path.isAbsolute(place))
    throw new TypeError("no home folder in the environment: set NUCLEIC_HOME");
  return place;
}
