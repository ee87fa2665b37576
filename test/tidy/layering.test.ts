import ts from "typescript";
import { expect, test } from "vitest";
import { files, parse, read, shipped } from "./source.ts";

/** Who may build on whom; the picture of it is in ARCHITECTURE.md. `testing` subpaths and dev dependencies are free. */
const layers: Record<string, readonly string[]> = {
  protocol: [],
  policy: ["protocol"],
  process: ["protocol"],
  worktree: ["process", "protocol"],
  sandbox: ["process", "protocol"],
  loopback: ["protocol"],
  control: ["loopback", "protocol"],
  "adapter-kit": ["process", "protocol"],
  "adapter-claude": ["adapter-kit", "loopback", "process", "protocol"],
  "adapter-codex": ["adapter-kit", "process", "protocol"],
  "adapter-acp": ["adapter-kit", "process", "protocol"],
  runtime: ["policy", "process", "protocol"],
  sync: ["protocol"],
  host: ["control", "loopback", "policy", "process", "protocol", "runtime", "sandbox", "sync", "worktree"],
  lab: ["process", "protocol"],
  desktop: ["protocol", "sync"],
  cli: [
    "desktop",
    "host",
    "sync",
    "adapter-acp",
    "adapter-claude",
    "adapter-codex",
    "adapter-kit",
    "policy",
    "runtime",
    "sandbox",
    "worktree",
    "process",
    "protocol",
  ],
};

const owner = (file: string) => file.split("/")[1] ?? "";

test("every package has its place in the layering", () => {
  const packages = files.filter((f) => /^(packages|apps)\/[^/]+\/package\.json$/.test(f));
  expect(packages.map(owner).sort()).toEqual(Object.keys(layers).sort());
});

test.each(Object.keys(layers))("%s declares only what stands below it", (name) => {
  const file = files.find((f) => new RegExp(`^(packages|apps)/${name}/package\\.json$`).test(f)) ?? "";
  const { dependencies = {} } = JSON.parse(read(file)) as { dependencies?: Record<string, string> };
  const internal = Object.keys(dependencies).flatMap((d) => (d.startsWith("@nucleic/") ? [d.slice(9)] : []));
  expect(internal.filter((d) => !layers[name]?.includes(d))).toEqual([]);
});

test("sources import only what their package declares", () => {
  const wrong = shipped.flatMap((file) => {
    const manifest = JSON.parse(read(`${file.split("/").slice(0, 2).join("/")}/package.json`)) as {
      dependencies?: Record<string, string>;
      peerDependencies?: Record<string, string>;
      devDependencies?: Record<string, string>;
    };
    const dev = Object.keys(manifest.devDependencies ?? {});
    // Some of what a page names is types alone.
    const built = [...dev, ...dev.map((name) => name.replace(/^@types\//, ""))];
    // All of a page is built into it.
    const builtIn =
      owner(file) === "desktop" ? built : builtInto(file).filter((name) => built.includes(name));
    const declared = new Set([
      ...Object.keys({ ...manifest.dependencies, ...manifest.peerDependencies }),
      ...builtIn,
    ]);
    return imports(file)
      .filter((i) => !i.startsWith(".") && !i.startsWith("node:"))
      .map((i) =>
        i
          .split("/")
          .slice(0, i.startsWith("@") ? 2 : 1)
          .join("/"),
      )
      .filter((i) => !declared.has(i))
      .map((i) => `${file}: ${i}`);
  });
  expect(wrong).toEqual([]);
});

test("what runs agents takes values from protocol/core: schemas take longer to load than all of it", () => {
  const runs = [
    "policy",
    "process",
    "sandbox",
    "runtime",
    "adapter-kit",
    "adapter-claude",
    "adapter-codex",
    "adapter-acp",
    "loopback",
    "control",
  ];
  const wrong = shipped.filter(
    (f) =>
      runs.includes(owner(f)) &&
      !f.startsWith("packages/policy/src/file/") &&
      valueImports(f).some((i) => i === "@nucleic/protocol"),
  );
  expect(wrong).toEqual([]);
});

test("what a page loads brings no schemas: they are twenty times as large as the client", () => {
  const client = shipped.filter((f) => /^packages\/sync\/src\/(client\/|channel\.ts$)/.test(f));
  const schemas = ["@nucleic/protocol", "@nucleic/protocol/messages", "zod"];
  expect(client.length).toBeGreaterThan(5);
  expect(client.filter((f) => valueImports(f).some((i) => schemas.includes(i)))).toEqual([]);
});

test("the web UI takes types and sync's client, and no schemas", () => {
  const page = shipped.filter((f) => owner(f) === "desktop");
  expect(page.length).toBeGreaterThan(10);
  const known = ["@nucleic/protocol/core", "@nucleic/protocol/messages", "@nucleic/sync/client"];
  // The page of a paired device has a channel of its own to open, and the host's page loads nothing of it.
  const channel = ["@nucleic/sync/noise", "@nucleic/sync/transports"];
  const isPhone = (f: string) => f.startsWith("apps/desktop/src/phone/");
  const strange = page.flatMap((f) =>
    imports(f).filter(
      (i) => i.startsWith("@nucleic/") && !known.includes(i) && !(isPhone(f) && channel.includes(i)),
    ),
  );
  expect(strange).toEqual([]);
  expect(page.filter((f) => !isPhone(f) && imports(f).some((i) => i.includes("/phone/")))).toEqual([]);
  expect(page.filter((f) => valueImports(f).includes("@nucleic/protocol/messages"))).toEqual([]);
});

test("the web UI writes no HTML", () => {
  const page = shipped.filter((f) => owner(f) === "desktop");
  expect(page.filter((f) => /dangerouslySetInnerHTML|innerHTML|rehype-raw/.test(read(f)))).toEqual([]);
});

test("protocol and policy are browser-safe: no Node imports", () => {
  const wrong = shipped.filter(
    (f) => ["policy", "protocol"].includes(owner(f)) && imports(f).some((i) => i.startsWith("node:")),
  );
  expect(wrong).toEqual([]);
});

test("what a page loads of sync names no Node module, not even one that is loaded later", () => {
  const page = shipped.filter((f) => /^packages\/sync\/src\/(client|transports)\/[^/]+$/.test(f));
  expect(page.length).toBeGreaterThan(10);
  expect(page.filter((f) => /["']node:|transport-node|from "ws"/.test(read(f)))).toEqual([]);
});

test("vendor wire shapes stay inside an adapter's wire and translate folders and its session shell", () => {
  const wrong = shipped.filter(
    (f) => !owner(f).startsWith("adapter-") && imports(f).some((i) => i.includes("/wire/")),
  );
  expect(wrong).toEqual([]);
});

function imports(file: string): string[] {
  const out: string[] = [];
  for (const s of parse(file).statements)
    if ("moduleSpecifier" in s && s.moduleSpecifier)
      out.push((s.moduleSpecifier as { text?: string }).text ?? "");
  return out;
}

/** The static imports that are still there when the types are gone. */
function valueImports(file: string): string[] {
  return parse(file).statements.flatMap((s) => {
    if (!ts.isImportDeclaration(s) || !ts.isStringLiteral(s.moduleSpecifier)) return [];
    const { importClause } = s;
    const named = importClause?.namedBindings;
    const all = named && ts.isNamedImports(named) ? named.elements.every((e) => e.isTypeOnly) : false;
    return importClause?.phaseModifier === ts.SyntaxKind.TypeKeyword || all ? [] : [s.moduleSpecifier.text];
  });
}

/** Packages whose code is built into the package of that file. */
function builtInto(file: string): string[] {
  const config = `${file.split("/").slice(0, 2).join("/")}/tsup.config.ts`;
  const [, names = ""] = /noExternal: \[([^\]]*)\]/.exec(files.includes(config) ? read(config) : "") ?? [];
  return [...names.matchAll(/"([^"]+)"/g)].map(([, name = ""]) => name);
}
