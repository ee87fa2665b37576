import { isIP } from "node:net";
import { SandboxError } from "../error.ts";

/** A host of the list and the one port of it. */
export interface AllowedHost {
  /** Lower case, no dot at the end. */
  readonly name: string;
  readonly port: number;
}

const HTTPS = 443;

/**
 * Reads `api.example.com` (port 443) or `example.com:8080`. Names are compared exactly: no pattern, no subdomain, and no address, as
 * an address says nothing of who answers there.
 * @throws SandboxError `specInvalid`
 */
export function allowedHost(text: string): AllowedHost {
  const [, name = "", digits] = /^([^:/\s]+)(?::(\d{1,5}))?$/.exec(text) ?? [];
  const port = digits === undefined ? HTTPS : Number(digits);
  if (!isName(name) || port < 1 || port > 65_535)
    throw new SandboxError("specInvalid", `${text} is no name of a host with a port`, {
      hint: "api.example.com, or example.com:8080; no addresses, no patterns",
    });
  return { name: plain(name), port };
}

/** The target of a request as `name:port`, or why it can't be one. */
export function targetOf(authority: string, defaultPort: number): AllowedHost | undefined {
  const bracketed = /^\[([0-9a-f:.]+)\](?::(\d{1,5}))?$/i.exec(authority);
  const [, name = "", digits] = bracketed ?? /^([^:/\s@]+)(?::(\d{1,5}))?$/.exec(authority) ?? [];
  const port = digits === undefined ? defaultPort : Number(digits);
  return name === "" || port < 1 || port > 65_535 ? undefined : { name: plain(name), port };
}

/** Why a target is refused; `undefined` where it is on the list. */
export function reasonAgainst(target: AllowedHost, list: readonly AllowedHost[]): string | undefined {
  if (!isName(target.name)) return "it is an address, and only names are allowed";
  if (list.some(({ name, port }) => name === target.name && port === target.port)) return undefined;
  const otherPort = list.some(({ name }) => name === target.name);
  return otherPort
    ? "this port of it is not on the list of what the agent may reach"
    : "it is not on the list of what the agent may reach";
}

/** `name:port`. */
export const hostText = ({ name, port }: AllowedHost): string => `${name}:${port}`;

const plain = (name: string): string => name.toLowerCase().replace(/\.$/, "");

/** What resolvers take for an address: `127.1`, `2130706433`, `0x7f.1` too. Its last label is no number. */
function isName(name: string): boolean {
  const label = /^(?!-)[a-z0-9_-]{1,63}(?<!-)$/i;
  const labels = plain(name).split(".");
  const last = labels.at(-1) ?? "";
  return isIP(name) === 0 && labels.every((one) => label.test(one)) && !/^(0x[0-9a-f]*|\d+)$/i.test(last);
}
