import { readlink, realpath } from "node:fs/promises";
import { exists } from "../confine/bind.ts";

/** The programs and libraries of the system, and the few files of `/etc` that they need; nothing there is secret. */
const FOLDERS = ["/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/nix/store"];
const SETTINGS = [
  "alternatives",
  "ca-certificates",
  "group",
  "host.conf",
  "hosts",
  "ld.so.cache",
  "ld.so.conf",
  "ld.so.conf.d",
  "localtime",
  "nsswitch.conf",
  "passwd",
  "pki",
  "protocols",
  "resolv.conf",
  "services",
  "ssl",
].map((name) => `/etc/${name}`);

/** Arguments of bwrap that show the system, read only. */
export async function systemBinds(): Promise<readonly string[]> {
  return (await Promise.all([...FOLDERS, ...SETTINGS].map(bindOf))).flat();
}

async function bindOf(path: string): Promise<readonly string[]> {
  if (!(await exists(path))) return [];
  const link = FOLDERS.includes(path) ? await readlink(path).catch(() => undefined) : undefined;
  // A file that is a link may lead where nothing is inside, as /etc/resolv.conf often does.
  return link === undefined ? ["--ro-bind", await realpath(path), path] : ["--symlink", link, path];
}
