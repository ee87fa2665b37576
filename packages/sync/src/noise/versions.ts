import { countField, type Fields, listField } from "./fields.ts";
import { NoiseError } from "./noise-error.ts";

/** The versions of the messages that this code speaks. 1: the first. */
export const messageVersions = { min: 1, max: 1 } as const;

/** What one side offers. */
export interface VersionOffer {
  readonly min: number;
  readonly max: number;
  readonly features: readonly string[];
}

/** Reads an offer. @throws NoiseError `malformed` */
export function readOffer(fields: Fields): VersionOffer {
  return {
    min: countField(fields, "min"),
    max: countField(fields, "max"),
    features: listField(fields, "features"),
  };
}

/**
 * The version to speak: the highest that both know.
 * @throws NoiseError `downgraded` where the other side could once speak a higher one than it offers now
 * @throws NoiseError `unsupported` where there is none
 */
export function chooseVersion(offer: VersionOffer, spokenBefore: number): number {
  if (offer.max < spokenBefore) throw downgraded();
  const version = Math.min(offer.max, messageVersions.max);
  if (version < offer.min || version < messageVersions.min)
    throw new NoiseError("unsupported", "no version that both sides speak");
  return version;
}

/** Checks what the other side has chosen. @throws NoiseError as `chooseVersion` */
export function checkChosen(version: number, spokenBefore: number): void {
  if (version < spokenBefore) throw downgraded();
  if (version < messageVersions.min || version > messageVersions.max)
    throw new NoiseError("unsupported", "the other side has chosen a version that was not offered");
}

function downgraded(): NoiseError {
  return new NoiseError("downgraded", "the other side speaks an older version than before", {
    hint: "If it was set back on purpose, pair the device again.",
  });
}
