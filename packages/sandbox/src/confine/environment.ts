/** Entries that name sockets and folders of this machine that are not there inside. */
const OUTSIDE = [
  "SSH_AUTH_SOCK",
  "SSH_AGENT_PID",
  "GPG_AGENT_INFO",
  "DBUS_SESSION_BUS_ADDRESS",
  "XDG_RUNTIME_DIR",
  "DOCKER_HOST",
  "DISPLAY",
  "WAYLAND_DISPLAY",
];

/** A program's environment as it is inside. */
export function insideEnvironment(env: Readonly<Record<string, string>>): Record<string, string> {
  const kept = Object.entries(env).filter(([name]) => !OUTSIDE.includes(name));
  return { ...Object.fromEntries(kept), TMPDIR: "/tmp" };
}
