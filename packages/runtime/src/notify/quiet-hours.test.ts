import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { areQuietHours, isQuiet, quietUntil } from "./quiet-hours.ts";

const night = { from: "22:00", to: "07:30", timeZone: "Europe/Berlin" };
const at = (iso: string) => Date.parse(iso);

describe("quiet hours", () => {
  test.each<[string, boolean]>([
    ["2026-01-10T20:59:00Z", false],
    ["2026-01-10T21:00:00Z", true],
    ["2026-01-11T06:29:59Z", true],
    ["2026-01-11T06:30:00Z", false],
    // In summer the same wall clock is an hour earlier.
    ["2026-07-10T20:00:00Z", true],
    ["2026-07-11T05:30:00Z", false],
    // The night in which the hour from two to three comes twice, and the one in which it does not come.
    ["2026-10-25T00:30:00Z", true],
    ["2026-10-25T01:30:00Z", true],
    ["2026-03-29T01:00:00Z", true],
  ])("from ten to half past seven in Berlin: %s", (iso, quiet) => {
    expect(isQuiet(at(iso), night)).toBe(quiet);
  });

  test.each<[string, string, string]>([
    ["a night in winter", "2026-01-10T23:00:00Z", "2026-01-11T06:30:00Z"],
    ["a night that loses an hour", "2026-03-28T23:00:00Z", "2026-03-29T05:30:00Z"],
    ["a night that has one more", "2026-10-24T22:00:00Z", "2026-10-25T06:30:00Z"],
    ["no night at all", "2026-01-10T12:00:00Z", "2026-01-10T12:00:00Z"],
  ])("end after %s", (_name, from, until) => {
    expect(new Date(quietUntil(at(from), night)).toISOString().replace(".000", "")).toBe(until);
  });

  test("that end in the hour that is left out end when the clock has passed it", () => {
    const hours = { ...night, to: "02:30" };
    expect(quietUntil(at("2026-03-29T00:00:00Z"), hours)).toBe(at("2026-03-29T01:00:00Z"));
  });

  test("of the day, and of no length", () => {
    const noon = at("2026-01-10T11:30:00Z");
    expect(isQuiet(noon, { ...night, from: "12:00", to: "13:00" })).toBe(true);
    expect(isQuiet(noon, { ...night, from: "12:00", to: "12:00" })).toBe(false);
  });

  test("are over when they say, and not before", () => {
    const time = fc
      .tuple(fc.nat(23), fc.nat(59))
      .map((parts) => parts.map((part) => String(part).padStart(2, "0")).join(":"));
    const zone = fc.constantFrom("Europe/Berlin", "America/St_Johns", "Australia/Lord_Howe", "UTC");
    const moment = fc.integer({ min: at("2026-01-01T00:00:00Z"), max: at("2026-12-31T00:00:00Z") });
    fc.assert(
      fc.property(time, time, zone, moment, (from, to, timeZone, now) => {
        const hours = { from, to, timeZone };
        const until = quietUntil(now, hours);
        expect(isQuiet(until, hours)).toBe(false);
        if (until > now) expect(isQuiet(until - 1, hours)).toBe(true);
      }),
      { numRuns: 60 },
    );
  });

  test.each([
    [night, true],
    [{ from: "22:00", to: "07:30" }, true],
    [{ from: "24:00", to: "07:30" }, false],
    [{ from: "9:00", to: "07:30" }, false],
    [{ ...night, timeZone: "Mars/Olympus" }, false],
  ])("%o are some: %s", (hours, some) => {
    expect(areQuietHours(hours)).toBe(some);
  });
});
