import { chmod, mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { harmless, switchedOff } from "./judge-git.ts";

/** Where the shim asks. */
export interface ShimPlace {
  readonly folder: string;
  readonly url: string;
  readonly token: string;
}

/** Writes the `git` of one session, what it asks with, and what that needs to know. */
export async function writeShim({ folder, url, token }: ShimPlace): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await writeFile(join(folder, "desk.json"), JSON.stringify({ url, token }), { mode: 0o600 });
  await writeFile(join(folder, "ask.mjs"), asking, { mode: 0o600 });
  const path = join(folder, "git");
  await writeFile(path, shim(folder), { mode: 0o700 });
  await chmod(path, 0o700);
}

const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;

/** In sh, which starts in a millisecond: most calls need nothing more. Node comes in where something is to be judged. */
const shim = (folder: string) => `#!/bin/sh
here=${quoted(folder)}
real=
set -f
old=$IFS
IFS=:
for one in $PATH; do
  if [ "$one" != "$here" ] && [ -f "$one/git" ] && [ -x "$one/git" ]; then real=$one/git; break; fi
done
IFS=$old
set +f
if [ -z "$real" ]; then echo "git: not found" >&2; exit 127; fi
isHarmless() {
  while :; do
    case "\${1-}" in
      -c) case "\${2-}" in ${switchedOff.join("|")}) shift 2 ;; *) return 1 ;; esac ;;
      --no-pager|--no-optional-locks) shift ;;
      ${harmless.join("|")}) return 0 ;;
      *) return 1 ;;
    esac
  done
}
if isHarmless "$@"; then exec "$real" "$@"; fi
if "$real" config -z --get-regexp '^alias\\.' 2>/dev/null | ${quoted(process.execPath)} "$here/ask.mjs" "$@"; then
  exec "$real" "$@"
fi
exit 128
`;

/** Asks the host, with the aliases on its input. What is no clear yes is a no. */
const asking = `import { readFileSync } from "node:fs";
import { request } from "node:http";

const { url, token } = JSON.parse(readFileSync(new URL("desk.json", import.meta.url), "utf8"));
const body = JSON.stringify({ argv: process.argv.slice(2), cwd: process.cwd(), aliases: readFileSync(0, "utf8") });
const refused = (message) => {
  process.stderr.write("nucleic: " + message + "\\n");
  process.exitCode = 1;
};
const headers = { "content-type": "application/json", authorization: "Bearer " + token };
const post = request(url, { method: "POST", headers }, async (response) => {
  try {
    let text = "";
    for await (const chunk of response) text += chunk;
    const { allowed, message } = JSON.parse(text);
    if (allowed !== true) refused(message);
  } catch {
    refused("it could not be asked whether git may do this; it was not run.");
  }
});
post.on("error", () => refused("it could not be asked whether git may do this; it was not run."));
post.end(body);
`;
