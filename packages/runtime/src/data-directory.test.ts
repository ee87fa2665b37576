import { describe, expect, it } from "vitest";
import { dataDirectory } from "./data-directory.ts";

describe("the data directory", () => {
  it.each<[NodeJS.Platform, Record<string, string>, string]>([
    ["linux", { HOME: "/h" }, "/h/.local/share/nucleic"],
    ["linux", { HOME: "/h", XDG_DATA_HOME: "/x" }, "/x/nucleic"],
    ["linux", { HOME: "/h", XDG_DATA_HOME: "relative" }, "/h/.local/share/nucleic"],
    ["linux", { HOME: "/h", NUCLEIC_HOME: "/n/../m" }, "/m"],
    ["linux", { XDG_DATA_HOME: "/x" }, "/x/nucleic"],
    ["darwin", { HOME: "/h" }, "/h/Library/Application Support/Nucleic"],
    ["win32", { LOCALAPPDATA: "C:\\a" }, "C:\\a\\Nucleic"],
    ["win32", { USERPROFILE: "C:\\u" }, "C:\\u\\AppData\\Local\\Nucleic"],
  ])("on %s with %o is %s", (platform, env, expected) => {
    expect(dataDirectory(env, platform)).toBe(expected);
  });

  it.each<[NodeJS.Platform, Record<string, string>]>([
    ["linux", {}],
    ["darwin", { HOME: "relative" }],
    ["linux", { HOME: "/h", NUCLEIC_HOME: "here" }],
    ["win32", {}],
  ])("on %s with %o is nowhere", (platform, env) => {
    expect(() => dataDirectory(env, platform)).toThrow(TypeError);
  });
});
