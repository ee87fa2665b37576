import { readdir, readFile } from "node:fs/promises";
import type { ServerResponse } from "node:http";
import { extname, join, relative, sep } from "node:path";

/** One file of the host's own page, read when the host starts: a request chooses among these, and names no path of the disk. */
export interface AppFile {
  readonly path: string;
  readonly type: string;
  readonly body: Buffer;
  /** Its name holds a hash of what is in it. */
  readonly isHashed: boolean;
}

/** Beyond that it is no page of ours. */
const maxFiles = 500;
const maxBytes = 32 * 1024 * 1024;

const types: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".woff2": "font/woff2",
  ".webmanifest": "application/manifest+json",
};

/** Nothing inline, nothing of elsewhere, no text that becomes markup: what agents say stays text. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' blob: data:",
  "font-src 'self'",
  "worker-src 'self'",
  "manifest-src 'self'",
  "connect-src 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join("; ");

/**
 * The files of a built page: `index.html`, served as `/`, and what it loads. Those of other kinds, maps for one, are left out.
 * @throws TypeError where it is no page or too large; what reading throws
 */
export async function readApp(folder: string): Promise<readonly AppFile[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const names = entries
    .filter((entry) => entry.isFile() && extname(entry.name) in types)
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join("/"))
    // The page of paired devices, for whoever runs a relay: the host's own policy would not let it work.
    .filter((name) => !name.startsWith("phone/"))
    .sort();
  if (!names.includes("index.html")) throw new TypeError(`there is no index.html in ${folder}`);
  if (names.length > maxFiles) throw new TypeError(`there are more than ${maxFiles} files in ${folder}`);
  const files: AppFile[] = [];
  let bytes = 0;
  for (const name of names) {
    const body = await readFile(join(folder, name));
    bytes += body.length;
    if (bytes > maxBytes) throw new TypeError(`${folder} has more than ${maxBytes} bytes`);
    const path = name === "index.html" ? "/" : `/${name}`;
    files.push({ path, type: types[extname(name)] ?? "", body, isHashed: name.startsWith("assets/") });
  }
  return files;
}

/** Answers with a file, and with what a browser is to hold the page to. */
export function sendFile({ type, body, isHashed }: AppFile, response: ServerResponse): void {
  response.writeHead(200, {
    "content-type": type,
    "content-length": body.length,
    "cache-control": isHashed ? "public, max-age=31536000, immutable" : "no-cache",
    "content-security-policy": policy,
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
  });
  response.end(body);
}
