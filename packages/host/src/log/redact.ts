const hidden = "‹hidden›";

/** What is secret by its name, wherever it stands. */
const secretNames =
  /^(?:.*authorization|cookie|token|secret|passw(?:or)?d|psk|api[-_]?key|credentials?|.*[-_](?:token|secret|key|passw(?:or)?d|auth|pat|credentials?)|.*(?:Token|Secret|Password|ApiKey))$/i;

/** What is secret by its looks: bearer tokens of ours, keys of the vendors, links that pair a device. */
const secretTexts =
  /nucleic\.bearer\.[\w-]+|\b(?:Bearer|Basic)\s+[\w.~+/-]+=*|\bsk-[\w-]{8,}|\bxai-[\w-]{8,}|\bAIza[\w-]{20,}|\bgh[pousr]_\w{16,}|\bgithub_pat_\w{16,}|\bxox[a-z]-[\w-]{8,}|\bAKIA\w{12,}|\beyJ[\w-]{8,}\.[\w-]+\.[\w-]*|nucleic:\/\/pair#\S+/g;

/** The same by the name before it: a header's, a variable's, that of a part of an address. */
const namedSecrets =
  /([\w-]{0,40}(?:authorization|token|secret|passw(?:or)?d|api[-_]?key)["']?\s?[:=]\s?["']?)(?:(?:Bearer|Basic|Digest|Token)\s+)?[^\s"',;&‹]+/gi;

/** A shorter text stands in too many others. */
const minSecretChars = 8;

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
      const name = text(key, secrets);
      if (secretNames.test(key)) return [name, hidden];
      return [name, key === "env" ? names(item) : walk(item, secrets, depth + 1)];
    }),
  );
}

function text(value: string, secrets: ReadonlySet<string>): string {
  let safe = value;
  for (const secret of secrets) if (secret !== "") safe = safe.replaceAll(secret, hidden);
  safe = safe.replace(secretTexts, hidden).replace(namedSecrets, `$1${hidden}`);
  return safe.length <= maxTextChars ? safe : `${safe.slice(0, maxTextChars).toWellFormed()}…`;
}

function errorFields(error: Error): object {
  const { name, message, stack, cause } = error;
  return { ...error, name, message, stack, ...(cause !== undefined && { cause }) };
}

function names(env: unknown): unknown {
  return typeof env === "object" && env !== null ? Object.keys(env) : hidden;
}

/** What an environment holds that no log may say: the values of variables that are secret by their names. */
export function secretsOf(env: Readonly<Record<string, string | undefined>>): readonly string[] {
  return Object.entries(env).flatMap(([name, value = ""]) =>
    secretNames.test(name) && value.length >= minSecretChars ? [value] : [],
  );
}
