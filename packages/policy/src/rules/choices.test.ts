import { expect, test } from "vitest";
import { requestFor } from "../../test/corpus.ts";
import { assess } from "../assess/assess.ts";
import { lexicallyInside } from "../posix-path.ts";
import { ruleChoices } from "./choices.ts";

const ground = { folder: "/srv/tree", insideOf: lexicallyInside };

test.each<[string, object, readonly (string | undefined)[]]>([
  ["Bash", { command: "git status" }, [undefined, "git status *"]],
  ["Bash", { command: "git status --short src" }, [undefined, "git status *"]],
  ["Bash", { command: "npm run build -- a" }, [undefined, "npm run build *"]],
  ["Bash", { command: "npm test" }, [undefined, "npm test *"]],
  ["Bash", { command: "ls" }, [undefined, "ls *"]],
  ["Bash", { command: "make" }, [undefined, "make *"]],
  ["Bash", { command: "frobnicate" }, [undefined]],
  ["Bash", { command: "rm -rf src" }, [undefined]],
  ["Bash", { command: "node -e x" }, [undefined]],
  ["Bash", { command: "git status; rm a" }, [undefined]],
  ["Bash", { command: "git status > a" }, [undefined]],
  ["Bash", { command: "sudo make test" }, [undefined]],
  ["Edit", { path: "src/deep/a.ts" }, [undefined, "src/deep/**", "**"]],
  ["Read", { path: "a.ts" }, [undefined, "**"]],
  ["Write", { path: "../a" }, [undefined]],
  ["Write", { path: ".claude/a" }, [undefined]],
  ["WebFetch", { url: "https://x" }, [undefined]],
])("for %s %o these are offered: %o", (tool, input, patterns) => {
  const request = requestFor(tool, input);
  const offered = ruleChoices({ ...request, risk: assess(request).risk }, ground);
  expect(offered.map(({ pattern }) => pattern)).toEqual(patterns);
  expect(offered[0]?.label).toMatch(/^exactly this/);
  for (const { covers } of offered) expect(covers).toContain(`${tool}: `);
});
