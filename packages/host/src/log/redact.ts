const hidden = "‹hidden›";

/** What is secret by its name, wherever it stands. */
const secretNames =
  /^(?:authorization|token|secret|password|psk|api[-_]?key|.*[-_](?:token|secret|key|password))$/i;

/** What is secret by its looks: bearer tokens of ours, keys of the vendors, links that pair a device. */
const secretTexts =
  /nucleic\.bearer\.[\w-]+|Bearer\s+[\w.~+/-]+=*|\bsk-[\w-]{8,}|\bxai-[\w-]{8,}|\bAIza[\w-]{20,}|\bgh[pousr]_\w{16,}|nucleic:\/\/pair#\S+/g;

const maxDepth = 8;
const maxTextChars = 4_096;

/**
 * A value as a log may keep it: without what is secret by name, by looks, or by being one of `secrets`; texts cut, and no
 * deeper than eight levels. Environments are never logged by value.
 */
export function redact(value: unknown, secrets: ReadonlySet<string> = new Set()): unknown {
  return walk(value, secrets, 0);
}

function walk(value: unknown, secrets: ReadonlySet<string>, depth: number): unknown {
  if (typeof value === "string") return text(value, secrets);
  if (typeof value !== "object" || value === null) return value;
  if (depth >= maxDepth) return "…";
  if (value instanceof Error) return walk(errorFields(value), secrets, depth);
  if (Array.isArray(value)) return value.map((item) => walk(item, secrets, depth + 1));
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => {
      if (secretNames.test(key)) return [key, hidden];
      return [key, key === "env" ? names(item) : walk(item, secrets, depth + 1)];
    }),
  );
}

function text(value: string, secrets: ReadonlySet<string>): string {
  let safe = value.replace(secretTexts, hidden);
  for (const secret of secrets) if (secret !== "") safe = safe.replaceAll(secret, hidden);
  return safe.length <= maxTextChars ? safe : `${safe.slice(0, maxTextChars).toWellFormed()}…`;
}

function errorFields(error: Error): object {
  const { name, message, stack, cause } = error;
  return { ...error, name, message, stack, ...(cause !== undefined && { cause }) };
}

function names(env: unknown): unknown {
  return typeof env === "object" && env !== null ? Object.keys(env) : hidden;
}
