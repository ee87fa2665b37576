import { facts, named, type ProgramFacts } from "./facts.ts";

const installs = facts("network", "installs packages, whose scripts may run", "text");
const runsFetched = facts("network", "runs a package, fetched where it is not there", "text");
const publishes = facts("destructive", "publishes, which cannot be taken back", "text");
const runsAnother = ["unknown", "runs another program"] as const;
const runs = (why: string, options: ProgramFacts["options"] = {}) =>
  facts("execute", why, "text", { options });
const before = {
  flags: [
    "-s",
    "--silent",
    "-q",
    "--quiet",
    "-w",
    "--workspaces",
    "-r",
    "--recursive",
    "--offline",
    "--locked",
    "--frozen",
    "-v",
    "--verbose",
  ],
  values: ["-C", "--prefix", "--filter", "-F", "--workspace", "--cwd", "--dir"],
};
const shellOptions = {
  "--script-shell": runsAnother,
  "--node-options": runsAnother,
  "--shell": runsAnother,
  "--globalconfig": runsAnother,
  "--userconfig": runsAnother,
};
const scripts = facts("execute", "runs the project's own scripts", "text", { options: shellOptions });

/** Package managers, and what builds and tests with them. */
export const packagePrograms: Readonly<Record<string, ProgramFacts>> = {
  ...named(
    "npm pnpm yarn bun",
    facts("execute", "runs one of the project's scripts", "text", {
      before,
      options: shellOptions,
      bare: ["network", "installs packages, whose scripts may run"],
      subcommands: {
        ...named("install i ci add update up upgrade dedupe import link fetch rebuild create init", installs),
        ...named(
          "remove uninstall rm un unlink prune",
          facts("write", "removes packages of the project", "text"),
        ),
        ...named("run run-script test t tst start stop restart build lint exec pack", scripts),
        ...named("dlx x", runsFetched),
        ...named("ls list why root bin prefix explain", facts("read", "tells what is installed", "text")),
        ...named(
          "outdated view info show audit search doctor ping whoami",
          facts("network", "asks the registry", "text"),
        ),
        ...named("publish unpublish deprecate dist-tag owner access", publishes),
        ...named(
          "config set login logout adduser token profile cache store env",
          facts("unknown", "changes your own set-up", "text"),
        ),
      },
    }),
  ),
  ...named("npx pnpx bunx uvx pipx", runsFetched),
  corepack: facts("network", "fetches a package manager", "text"),
  ...named(
    "pip pip3",
    facts("network", "installs packages, whose scripts may run", "text", {
      before,
      subcommands: {
        ...named("list show freeze check", facts("read", "tells what is installed", "text")),
        uninstall: facts("write", "removes packages", "text"),
        config: facts("unknown", "changes your own set-up", "text"),
      },
    }),
  ),
  ...named(
    "uv poetry pdm pipenv conda mamba",
    facts("network", "installs packages or runs programs with them", "text", {
      before,
      subcommands: { run: facts("execute", "runs a program of the project", "text"), publish: publishes },
    }),
  ),
  cargo: facts("unknown", "does something that is not known here", "text", {
    before,
    options: { "--config": runsAnother },
    subcommands: {
      ...named(
        "build b check c test t run r bench clippy doc fmt rustc expand nextest miri",
        runs("builds and runs the project's code", { "--config": runsAnother }),
      ),
      ...named("fetch update install add search", installs),
      ...named(
        "tree metadata version pkgid verify-project locate-project",
        facts("read", "tells about the project", "text"),
      ),
      ...named("remove rm", facts("write", "removes a dependency", "text")),
      clean: facts("write", "removes what was built", "text"),
      ...named("publish yank owner", publishes),
      ...named("login logout", facts("unknown", "works with your login", "text")),
    },
  }),
  go: facts("unknown", "does something that is not known here", "text", {
    before,
    subcommands: {
      ...named(
        "build test run vet generate tool",
        runs("builds and runs the project's code", {
          "-exec": runsAnother,
          "-toolexec": runsAnother,
          "-vettool": runsAnother,
          "-o": ["execute", "writes a program"],
          "-overlay": runsAnother,
          "-C": runsAnother,
        }),
      ),
      fmt: facts("write", "formats files", "text"),
      ...named("get install mod work", installs),
      ...named(
        "version list doc env",
        facts("read", "tells about the project", "text", {
          options: {
            "-w": ["unknown", "changes your own set-up"],
            "-u": ["unknown", "changes your own set-up"],
            "-toolexec": runsAnother,
          },
        }),
      ),
      clean: facts("write", "removes what was built", "text"),
    },
  }),
  ...named(
    "rustup nvm fnm volta asdf mise pyenv rbenv sdk",
    facts("network", "installs tools on this machine", "text"),
  ),
  ...named(
    "gem bundle bundler composer mix hex nuget dotnet",
    facts("network", "installs packages or builds with them", "text"),
  ),
  ...named(
    "make gmake cmake",
    // -E is the short form of make's --eval, and runs a tool of cmake's own.
    runs("builds the project by its own recipes", { "--eval": runsAnother, "-E": runsAnother }),
  ),
  ...named(
    "ninja meson bazel buck just task rake gradle gradlew mvn mvnw ant sbt",
    runs("builds the project by its own recipes", { "--eval": runsAnother, "--init-script": runsAnother }),
  ),
  ...named(
    "jest vitest mocha ava tap playwright cypress pytest tox nox rspec phpunit nosetests",
    runs("runs the project's tests"),
  ),
  ...named(
    "tsc tsup esbuild vite rollup webpack turbo nx eslint prettier biome ruff black mypy pyright flake8 pylint stylelint rustc gcc g++ clang clang++ cc javac swiftc",
    runs("builds or checks the project's code"),
  ),
  ...named(
    "node nodejs deno tsx ts-node python python2 python3 ruby perl php lua Rscript java swift julia elixir tclsh",
    facts("execute", "runs a program or code", "text", { check: "interpreter" }),
  ),
};
