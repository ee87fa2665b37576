import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { allowedHost, hostText, reasonAgainst, targetOf } from "./allow-list.ts";

describe("an entry of the list", () => {
  test.each([
    ["api.example.com", "api.example.com:443"],
    ["API.Example.com:8080", "api.example.com:8080"],
    ["localhost:3000", "localhost:3000"],
    ["xn--bcher-kva.example", "xn--bcher-kva.example:443"],
  ])("%s is %s", (text, host) => {
    expect(hostText(allowedHost(text))).toBe(host);
  });

  test.each([
    "",
    "*.example.com",
    "127.0.0.1",
    "[::1]:443",
    "2130706433",
    "0x7f.1",
    "a.0",
    "a:0",
    "a:65536",
    "a b",
    "http://a",
    "a/b",
    "u@a",
    "-a.b",
    "a..b",
  ])("%j is none", (text) => {
    expect(() => allowedHost(text)).toThrow(expect.objectContaining({ code: "specInvalid" }));
  });
});

const list = [allowedHost("api.example.com"), allowedHost("localhost:3000")];
const verdict = (authority: string) => {
  const target = targetOf(authority, 443);
  return target === undefined ? "unreadable" : (reasonAgainst(target, list) ?? "allowed");
};

describe("a request for", () => {
  test.each([
    ["api.example.com:443", "allowed"],
    ["API.EXAMPLE.COM.:443", "allowed"],
    ["localhost:3000", "allowed"],
    ["api.example.com:80", expect.stringContaining("this port")],
    ["evil-api.example.com:443", expect.stringContaining("not on the list")],
    ["api.example.com.evil.net:443", expect.stringContaining("not on the list")],
    ["example.com:443", expect.stringContaining("not on the list")],
    ["127.0.0.1:3000", expect.stringContaining("an address")],
    ["[::1]:3000", expect.stringContaining("an address")],
    ["[::ffff:7f00:1]:3000", expect.stringContaining("an address")],
    ["2130706433:3000", expect.stringContaining("an address")],
    ["0x7f000001:3000", expect.stringContaining("an address")],
    ["127.1:3000", expect.stringContaining("an address")],
    ["user@api.example.com:443", "unreadable"],
    ["api.example.com:443/x", "unreadable"],
    ["", "unreadable"],
  ])("%s: %s", (authority, expected) => {
    expect(verdict(authority)).toEqual(expected);
  });

  test("whatever it says, only what is on the list is allowed", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        if (verdict(text) === "allowed")
          expect(list.map(hostText)).toContain(
            text
              .toLowerCase()
              .replace(/\.(?=:|$)/, "")
              .replace(/^([^:]+)$/, "$1:443"),
          );
      }),
    );
  });
});
