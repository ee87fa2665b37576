import type { ProjectConfigItem } from "@nucleic/protocol";
import type { Json } from "../wire/messages.ts";
import { isObject, object, strings, text } from "../wire/read.ts";

/** What one setting would run, set or widen. */
export type Item = Pick<ProjectConfigItem, "kind" | "text">;

/** Settings that neither run nor widen anything. Everything else that is not known is shown. */
const HARMLESS = new Set(
  `$schema check_for_update_on_startup description developer_instructions disable_paste_burst feedback file_opener hide_agent_reasoning history model model_auto_compact_token_limit model_context_window model_reasoning_effort model_reasoning_summary model_verbosity name nickname_candidates personality plan_mode_reasoning_effort review_model service_tier show_raw_agent_reasoning tool_output_token_limit tui`.split(
    " ",
  ),
);

/** Where what is said and done goes to, or what stands between the agent and the machine. */
const MODES = new Set(
  `approval_policy approvals_reviewer auto_review default_permissions permissions sandbox_mode sandbox_workspace_write windows`.split(
    " ",
  ),
);

/** What a `config.toml` of a repository, or a role's file, would run or widen. Keys as of 0.171.0. */
export function configItems(config: Json): readonly Item[] {
  return Object.entries(config).flatMap(([key, value]): readonly Item[] => {
    if (HARMLESS.has(key)) return [];
    if (MODES.has(key)) return [{ kind: "mode", text: `${key}: ${shown(value)}` }];
    switch (key) {
      case "mcp_servers":
        return entriesOf(key, value, "mcpServer", (name, server) => `${name}: ${serverText(server)}`);
      case "hooks":
        return hookItems({ hooks: value });
      // 0.171.0 says that it ignores it in a repository; an earlier or later one may not.
      case "notify":
        return [{ kind: "hook", text: `notify: ${commandText(value)}` }];
      case "shell_environment_policy":
        return environmentItems(key, value);
      case "plugins":
      case "marketplaces":
        return entriesOf(key, value, "plugin", (name, plugin) => `${key} ${name}: ${shown(plugin)}`);
      default:
        return [{ kind: "other", text: `${key}: ${shown(value)}` }];
    }
  });
}

/** The commands of a `hooks.json`, or of `[hooks]`: by event, in groups with a matcher. */
export function hookItems(file: unknown): readonly Item[] {
  const hooks = object(object(file)?.hooks);
  if (!hooks) return [{ kind: "unreadable", text: "no hooks object" }];
  return Object.entries(hooks).flatMap(([event, groups]) =>
    (Array.isArray(groups) ? groups : [groups]).flatMap((group: unknown) => {
      const matcher = text(object(group)?.matcher);
      const inner = object(group)?.hooks;
      return (Array.isArray(inner) ? inner : [group]).map((hook: unknown): Item => {
        const what = text(object(hook)?.command) ?? shown(hook);
        return { kind: "hook", text: `${event}${matcher ? ` ${matcher}` : ""}: ${what}` };
      });
    }),
  );
}

/** The rules of a `.rules` file (Starlark), each as it stands there. A rule that only forbids is shown too. */
export function ruleItems(content: string): readonly Item[] {
  const code = content.replace(/^\s*#.*$/gm, "");
  const calls = code.split(/^(?=[A-Za-z_])/m).map((call) => call.trim().replace(/\s+/g, " "));
  return calls.filter((call) => call !== "").map((call) => ({ kind: "allowRule", text: call }));
}

function environmentItems(key: string, value: unknown): readonly Item[] {
  const { set, ...rest } = object(value) ?? { value };
  const variables = entriesOf("set", set ?? {}, "env", (name, text) => `${name}=${String(text)}`);
  if (Object.keys(rest).length === 0) return variables;
  return [...variables, { kind: "env", text: `${key}: ${shown(rest)}` }];
}

function entriesOf(
  key: string,
  value: unknown,
  kind: Item["kind"],
  line: (name: string, value: unknown) => string,
): readonly Item[] {
  if (!isObject(value)) return [{ kind, text: `${key}: ${shown(value)}` }];
  return Object.entries(value).map(([name, inner]) => ({ kind, text: line(name, inner) }));
}

function serverText(server: unknown): string {
  const { command, args, url } = object(server) ?? {};
  if (typeof command === "string") return [command, ...strings(args)].join(" ");
  return text(url) ?? shown(server);
}

function commandText(value: unknown): string {
  return Array.isArray(value) ? strings(value).join(" ") : shown(value);
}

/** JSON, but for what it cannot say: TOML has dates and large integers. */
function shown(value: unknown): string {
  return (
    JSON.stringify(value, (_key, inner: unknown) => (typeof inner === "bigint" ? String(inner) : inner)) ?? ""
  );
}
