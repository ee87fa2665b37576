import { CliError } from "../cli-error.ts";

type Env = Readonly<Record<string, string | undefined>>;

/**
 * What `--env` hands on to the agent: `NAME` with the value it has here, `NAME=value` with that one.
 * @throws CliError `usage` for what is no name, or a name that has no value
 */
export function agentVariables(given: readonly string[] = [], env: Env): Record<string, string> {
  return Object.fromEntries(
    given.map((word) => {
      const at = word.indexOf("=");
      const name = at === -1 ? word : word.slice(0, at);
      const value = at === -1 ? env[name] : word.slice(at + 1);
      if (!/^[A-Za-z_][A-Za-z0-9_]*$/.test(name))
        throw new CliError("usage", `--env ${word}: that is no name of a variable`);
      if (value === undefined)
        throw new CliError(
          "usage",
          `--env ${name}: there is no such variable here`,
          `set it, or write ${name}=…`,
        );
      return [name, value];
    }),
  );
}
