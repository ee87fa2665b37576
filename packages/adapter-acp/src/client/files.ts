import { constants } from "node:fs";
import { open } from "node:fs/promises";
import { JsonRpcError, type RequestHandler } from "@nucleic/process";
import type { Json } from "../wire/messages.ts";
import { count, object, text } from "../wire/read.ts";
import { insideOf } from "./inside.ts";

/** How much an agent may have read or written at once. */
export interface ClientFsOptions {
  /** Default 10 MiB; a larger file is refused. */
  readonly maxFileBytes?: number;
}

const MAX_FILE_BYTES = 10 * 1024 * 1024;
const INVALID_PARAMS = -32602;
const NOT_FOUND = -32002;

/**
 * `fs/read_text_file` and `fs/write_text_file`, inside of the worktree only. A write is not asked about once more: the agent
 * asks before it writes (`session/request_permission`), through a client as without one. Whoever turns this on must not
 * take it for a gate.
 */
export function fileRequests(
  options: ClientFsOptions,
  root: string,
): Readonly<Record<string, RequestHandler>> {
  const limit = options.maxFileBytes ?? MAX_FILE_BYTES;
  return {
    "fs/read_text_file": async (params) => {
      const { path, line, limit: lines } = object(params) ?? {};
      const content = await readText(await insideOf(root, pathOf(path)), limit);
      return { content: linesOf(content, count(line), count(lines)) };
    },
    "fs/write_text_file": async (params) => {
      const { path, content } = object(params) ?? {};
      const written = text(content);
      if (written === undefined) throw new JsonRpcError(INVALID_PARAMS, "there is no content");
      if (Buffer.byteLength(written) > limit) throw tooLarge(limit);
      await writeText(await insideOf(root, pathOf(path)), written);
      return {};
    },
  } satisfies Readonly<Record<string, (params: unknown) => Promise<Json>>>;
}

function pathOf(value: unknown): string {
  const path = text(value);
  if (path === undefined || path === "") throw new JsonRpcError(INVALID_PARAMS, "there is no path");
  return path;
}

/** A FIFO or device in its place neither blocks nor is read, and a link that has come since is not followed. */
async function readText(path: string, limit: number): Promise<string> {
  await using file = await opened(path, constants.O_RDONLY);
  const { size } = await file.stat();
  if (size > limit) throw tooLarge(limit);
  const buffer = Buffer.alloc(Math.min(size, limit) + 1);
  let length = 0;
  for (;;) {
    const { bytesRead } = await file.read(buffer, length, buffer.length - length);
    length += bytesRead;
    if (bytesRead === 0) return buffer.toString("utf8", 0, length);
    // It grew meanwhile: what there is to give is what it had.
    if (length === buffer.length) return buffer.toString("utf8", 0, length - 1);
  }
}

async function writeText(path: string, content: string): Promise<void> {
  await using file = await opened(path, constants.O_WRONLY | constants.O_CREAT);
  await file.truncate();
  await file.writeFile(content);
}

async function opened(path: string, flags: number) {
  try {
    const file = await open(path, flags | constants.O_NOFOLLOW | constants.O_NONBLOCK, 0o666);
    if ((await file.stat()).isFile()) return file;
    await file.close();
  } catch (error) {
    const { code = "unknown error" } = error as NodeJS.ErrnoException;
    throw new JsonRpcError(code === "ENOENT" ? NOT_FOUND : INVALID_PARAMS, code);
  }
  throw new JsonRpcError(INVALID_PARAMS, "not a regular file");
}

/** @param line the first one, from 1 */
function linesOf(content: string, line: number | undefined, limit: number | undefined): string {
  if (line === undefined && limit === undefined) return content;
  const start = Math.max(0, (line ?? 1) - 1);
  const lines = content.split(/(?<=\n)/);
  return lines.slice(start, limit === undefined ? undefined : start + limit).join("");
}

const tooLarge = (limit: number) => new JsonRpcError(INVALID_PARAMS, `larger than ${limit} bytes`);
