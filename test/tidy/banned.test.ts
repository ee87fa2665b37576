import { expect, test } from "vitest";
import { files, read, shipped } from "./source.ts";

interface Ban {
  readonly what: RegExp;
  readonly instead: string;
  /** Where it is at home. */
  readonly except: RegExp;
}

const bans: readonly Ban[] = [
  {
    what: /from "(node:)?child_process"|from "execa"/,
    instead: "spawn through @nucleic/process",
    except: /^packages\/process\//,
  },
  { what: /\bconsole\./, instead: "an event, an error, or the app's own output", except: /^apps\// },
  {
    what: /\bDate\.now\(|\bnew Date\(\)|\bperformance\.now\(/,
    instead: "a Clock",
    except: /^packages\/protocol\/src\/clock\.ts$/,
  },
  { what: /\bMath\.random\(/, instead: "Ids, or node:crypto", except: /^$/ },
  { what: /\bas any\b|: any\b|<any>/, instead: "unknown, and a look at it", except: /^$/ },
  { what: /@ts-(ignore|nocheck|expect-error)/, instead: "types that fit", except: /^$/ },
  { what: /catch( \([a-z_]\w*\))? \{\s*\}/, instead: "a word on why nothing is done", except: /^$/ },
  {
    what: /\bprocess\.exit\(/,
    instead: "process.exitCode, so that output is flushed",
    except: /^apps\/cli\/src\/cli\.ts$/,
  },
  { what: /\b(TODO|FIXME|XXX)\b/, instead: "do it, or say it in docs/", except: /^$/ },
  { what: /shell: true|\bexecSync\(/, instead: "an argument array", except: /^$/ },
];

test.each(bans.map((b) => [b.what.source, b] as const))("nothing shipped matches %s", (_name, ban) => {
  const hits = shipped
    .filter((f) => !ban.except.test(f))
    .flatMap((f) =>
      read(f)
        .split("\n")
        .flatMap((line, i) => (ban.what.test(line) ? [`${f}:${i + 1}: use ${ban.instead}`] : [])),
    );
  expect(hits).toEqual([]);
});

const tests = files.filter((f) => /\.test\.tsx?$/.test(f) && !f.startsWith("test/tidy/"));

test("no test is skipped or singled out", () => {
  expect(tests.filter((f) => /\b(test|it|describe)\.(only|skip|skipIf|todo|fails)\b/.test(read(f)))).toEqual(
    [],
  );
});

test("no test mocks a module", () => {
  expect(tests.filter((f) => /\bvi\.(mock|doMock)\(/.test(read(f)))).toEqual([]);
});

test("no file names a path of somebody's machine, or a registry host", () => {
  const text = files.filter((f) => !/\.(png|gif|ico|gz)$|^pnpm-lock\.yaml$/.test(f));
  const path = /(^|[\s"'`(=:])\/(root|work|home\/(?!dev\b)[a-z]+|Users\/[a-z]+|farm)\//m;
  expect(text.filter((f) => f !== "test/tidy/banned.test.ts" && path.test(read(f)))).toEqual([]);
});
