import type { Layout } from "../confine/layout.ts";

/** Arguments of bwrap up to the program and the folder it starts in. */
export function bwrapArguments(
  layout: Layout,
  network: "off" | "on",
  system: readonly string[],
): readonly string[] {
  const scratch = ["--size", String(layout.scratchBytes), "--tmpfs"];
  return [
    "--unshare-all",
    ...(network === "on" ? ["--share-net"] : []),
    // Root keeps its rights in bwrap unless they are taken; and none come back through another user namespace.
    "--unshare-user",
    "--disable-userns",
    "--cap-drop",
    "ALL",
    // No --new-session: the process host has made one without a terminal, and a second would keep signals to the group out.
    "--die-with-parent",
    ...system,
    "--proc",
    "/proc",
    "--dev",
    "/dev",
    ...scratch,
    "/dev/shm",
    ...scratch,
    "/tmp",
    "--perms",
    "0700",
    ...scratch,
    layout.home,
    ...layout.binds.flatMap(({ path, source = path, access }) => [
      access === "read" ? "--ro-bind" : "--bind",
      source,
      path,
    ]),
    // What is left of the tree are folders of memory without a limit.
    "--remount-ro",
    "/dev",
    "--remount-ro",
    "/",
  ];
}
