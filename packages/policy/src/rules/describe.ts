import type { CommandPattern, RuleCore, RuleMatch } from "./rule.ts";

/** All that a rule covers, in one line without characters that hide or reorder what stands there. */
export function describeRule({ tool, nativeTool, match }: RuleCore): string {
  const name = nativeTool === tool ? tool : `${tool} (${nativeTool})`;
  return `${name}: ${matchText(match)}`.replace(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, "\u{fffd}");
}

function matchText(match: RuleMatch): string {
  switch (match.kind) {
    case "input":
      return `exactly ${match.input}, in ${placeText(match.place)}`;
    case "command":
      return `exactly ${JSON.stringify(match.command)}, in ${placeText(match.place)}`;
    case "commandPrefix":
      return `commands that begin with the words ${match.words.map((word) => JSON.stringify(word)).join(" ")} and go on with plain words that name nothing outside of the working folder, in ${placeText(match.place)}`;
    case "commandPattern":
      return patternText(match);
    case "file":
      return `the file ${JSON.stringify(match.path)} of the working folder`;
    case "folder":
      return `files below ${placeText(match.path)}, but none that configures an agent or git`;
    default:
      return match satisfies never;
  }
}

function patternText({ words, rest, upTo }: CommandPattern): string {
  const shown = words.map((word) => (word === null ? "any word" : JSON.stringify(word))).join(" ");
  const more = rest ? ` and go on with plain words that name nothing outside of the working folder` : "";
  return `commands that ${rest ? "begin with" : "are"} the words ${shown}${more}, of risk ${upTo} at most, anywhere in the working folder`;
}

function placeText(place: string): string {
  return place === "." ? "the working folder" : JSON.stringify(place);
}
