import { facts, named, type ProgramFacts } from "./facts.ts";

const runsAnother = ["unknown", "runs another program"] as const;
const follows = ["unknown", "follows links, wherever they lead"] as const;
const writesFile = ["unknown", "writes to a file that an option names"] as const;
const deletes = ["destructive", "deletes what it finds"] as const;

/** Programs that look at files and text, and those that make, move and remove them. */
export const filePrograms: Readonly<Record<string, ProgramFacts>> = {
  ...named(
    "cat head tail wc nl tac stat du df basename dirname realpath readlink cut rev paste join comm cmp column fold fmt expand unexpand md5sum sha1sum sha224sum sha256sum sha384sum sha512sum cksum b2sum base64 base32 od hexdump strings diff diff3 colordiff",
    facts("read", "reads files", "reads", { options: { "--output": writesFile } }),
  ),
  ...named(
    "ls dir exa eza lsd",
    facts("read", "lists files", "reads", { options: { "--dereference": follows } }),
  ),
  file: facts("read", "tells what files are", "reads", {
    options: { "-C": writesFile, "--compile": writesFile },
  }),
  tree: facts("read", "lists files", "reads", {
    options: { "-o": writesFile, "-l": follows, "-R": writesFile },
  }),
  sort: facts("read", "sorts lines", "reads", {
    options: {
      "-o": writesFile,
      "--output": writesFile,
      "--compress-program": runsAnother,
      "-T": writesFile,
      "--temporary-directory": writesFile,
    },
  }),
  uniq: facts("read", "drops repeated lines", "reads", { readsAtMost: 1 }),
  xxd: facts("read", "shows bytes", "reads", { readsAtMost: 1 }),
  tr: facts("read", "changes characters of its input", "text"),
  ...named(
    "grep egrep fgrep zgrep",
    facts("read", "searches files", "patternThenReads", {
      options: { "-R": follows, "--dereference-recursive": follows },
    }),
  ),
  ...named(
    "rg ripgrep",
    facts("read", "searches files", "patternThenReads", {
      options: {
        "--pre": runsAnother,
        "-L": follows,
        "--follow": follows,
        "--hostname-bin": runsAnother,
        "-z": runsAnother,
        "--search-zip": runsAnother,
      },
    }),
  ),
  ag: facts("read", "searches files", "patternThenReads", {
    options: { "--pager": runsAnother, "-f": follows, "--follow": follows },
  }),
  ...named(
    "fd fdfind",
    facts("read", "finds files", "patternThenReads", {
      options: {
        "-x": runsAnother,
        "--exec": runsAnother,
        "-X": runsAnother,
        "--exec-batch": runsAnother,
        "-L": follows,
        "--follow": follows,
      },
    }),
  ),
  find: facts("read", "finds files", "reads", {
    options: {
      "-exec": runsAnother,
      "-execdir": runsAnother,
      "-ok": runsAnother,
      "-okdir": runsAnother,
      "-delete": deletes,
      "-fprint": writesFile,
      "-fprint0": writesFile,
      "-fprintf": writesFile,
      "-fls": writesFile,
      "-follow": follows,
      "-L": follows,
      "-files0-from": follows,
    },
  }),
  jq: facts("read", "picks from JSON", "patternThenReads"),
  yq: facts("read", "picks from YAML", "patternThenReads", {
    options: {
      "-i": ["write", "changes files in place"],
      "--inplace": ["write", "changes files in place"],
      "-s": writesFile,
      "--split-exp": writesFile,
    },
  }),
  sed: facts("read", "prints text, changed", "patternThenReads", { check: "sed" }),
  ...named("awk gawk mawk nawk", facts("read", "picks from text", "patternThenReads", { check: "awk" })),
  ...named("touch mkdir", facts("write", "makes files or folders", "writes")),
  rmdir: facts("write", "removes empty folders", "writes"),
  cp: facts("write", "copies files", "writes", {
    options: { "-L": follows, "--dereference": follows, "-H": follows },
  }),
  mv: facts("write", "moves files", "writes"),
  ln: facts("write", "makes links", "writes"),
  install: facts("write", "copies files", "writes", { options: { "--strip-program": runsAnother } }),
  tee: facts("write", "writes files", "writes"),
  ...named("chmod chgrp", facts("write", "changes who may use files", "writes")),
  chown: facts("execute", "changes who owns files", "writes"),
  split: facts("write", "cuts a file into several", "writes", { options: { "--filter": runsAnother } }),
  patch: facts("write", "changes files", "writes"),
  truncate: facts("destructive", "cuts files off", "writes"),
  rm: facts("destructive", "removes files", "writes"),
  unlink: facts("destructive", "removes a file", "writes"),
  shred: facts("destructive", "overwrites files", "writes"),
  dd: facts("destructive", "writes raw bytes", "writes"),
  ...named("gzip gunzip bzip2 bunzip2 xz unxz zstd", facts("write", "packs or unpacks files", "writes")),
  ...named("zip", facts("write", "packs files", "writes", { options: { "-T": runsAnother, "-m": deletes } })),
  ...named("unzip", facts("write", "unpacks files, over those that are there", "writes")),
  tar: facts("write", "packs or unpacks files", "writes", {
    options: {
      "--to-command": runsAnother,
      "--checkpoint-action": runsAnother,
      "-I": runsAnother,
      "--use-compress-program": runsAnother,
      "--info-script": runsAnother,
      "--new-volume-script": runsAnother,
      "-F": runsAnother,
      "--rsh-command": runsAnother,
      "--rmt-command": runsAnother,
      "-P": ["unknown", "unpacks to absolute paths"],
      "--absolute-names": ["unknown", "unpacks to absolute paths"],
      "--remove-files": deletes,
    },
  }),
};
