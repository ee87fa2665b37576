import { join } from "node:path";
import type { ProcessSpec } from "@nucleic/process";

/** Where programs inside find the proxy. */
const PROXY_PORT = 3128;

/**
 * Inside there is a loopback and nothing else. This listens on it and leads to the Unix socket of the proxy: plainly at its own port, and
 * by a CONNECT at the ports of the host that are shown under the same number. It ends with the sandbox, and not before the program.
 */
const BRIDGE = `
const net = require("node:net");
const [path, proxy, list] = process.argv.slice(1);
const ports = list.split(",").filter(Boolean);
for (const name of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(name, () => {});
const both = (near, far) => {
  for (const [one, other] of [[near, far], [far, near]])
    one.on("error", () => other.destroy()).on("close", () => other.destroy());
  near.pipe(far).pipe(near);
};
const listen = (port, take) =>
  new Promise((done) => net.createServer(take).listen(Number(port), "127.0.0.1", done).on("error", (error) => { throw error; }));
Promise.all([
  listen(proxy, (near) => both(near, net.connect(path))),
  ...ports.map((port) => listen(port, (near) => {
    near.pause();
    near.on("error", () => near.destroy());
    const far = net.connect(path, () => far.write("CONNECT localhost:" + port + " HTTP/1.1\\r\\nHost: localhost\\r\\n\\r\\n"));
    far.on("error", () => near.destroy());
    let head = Buffer.alloc(0);
    const onData = (bytes) => {
      head = Buffer.concat([head, bytes]);
      const end = head.indexOf("\\r\\n\\r\\n");
      if (end < 0) return;
      far.off("data", onData);
      if (!head.toString("latin1", 0, 12).endsWith(" 200")) return near.destroy();
      near.write(head.subarray(end + 4));
      both(near, far);
    };
    far.on("data", onData);
  })),
]).then(() => process.stdout.write("ready\\n"));
`;

/** Starts the bridge, waits until it listens, and becomes the program. */
const BEGIN = [
  "node=$1 script=$2 gate=$3 socket=$4 proxy=$5 ports=$6",
  "shift 6",
  'mkfifo -m 600 "$gate" || exit 126',
  '"$node" -e "$script" "$socket" "$proxy" "$ports" </dev/null >"$gate" 2>/dev/null &',
  'read -r ready <"$gate" || { echo "the way to the proxy could not be opened" >&2; exit 126; }',
  'rm -f "$gate"',
  'exec "$@"',
].join("\n");

export interface Bridge {
  /** The Unix socket of the proxy. */
  readonly socket: string;
  /** Ports of this machine's loopback that are there inside too. */
  readonly ports: readonly number[];
}

/** The program that opens the way to the proxy inside and becomes the given one. */
export function bridged(spec: ProcessSpec, { socket, ports }: Bridge): ProcessSpec {
  const proxy = `http://127.0.0.1:${PROXY_PORT}`;
  const gate = join("/tmp", `.nucleic-${crypto.randomUUID()}`);
  return {
    ...spec,
    command: "/bin/sh",
    args: [
      ...["-c", BEGIN, "sh", process.execPath, BRIDGE, gate, socket, String(PROXY_PORT), ports.join(",")],
      spec.command,
      ...(spec.args ?? []),
    ],
    env: {
      ...spec.env,
      ...Object.fromEntries(
        ["HTTP_PROXY", "HTTPS_PROXY", "http_proxy", "https_proxy"].map((name) => [name, proxy]),
      ),
      ...{ NO_PROXY: "localhost,127.0.0.1,::1", no_proxy: "localhost,127.0.0.1,::1" },
      // Node's own fetch goes by the variables only where it is told to.
      NODE_USE_ENV_PROXY: "1",
    },
  };
}
