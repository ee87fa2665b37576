import { CliError } from "../cli-error.ts";
import type { Context } from "../context.ts";
import { dataDir } from "../data-dir.ts";
import type { Check } from "../doctor/check.ts";
import { findRepairs, type Repair } from "../doctor/repairs.ts";
import { confirm } from "../term/confirm.ts";
import { plural } from "../view/format.ts";
import { safeLine } from "../view/sanitize.ts";

/**
 * Mends what can be mended without a risk, once it was agreed to, and says what was done.
 * @throws CliError `needsTerminal` where there is nobody to ask
 */
export async function repairDataDirectory(context: Context, yes: boolean): Promise<readonly Check[]> {
  const name = "repair";
  const repairs = await findRepairs(dataDir(context.env), context.clock);
  if (repairs.length === 0) return [{ name, status: "ok", detail: "nothing that can be mended by itself" }];
  await context.tell(repairs.map(({ what }) => `- ${safeLine(what)}`));
  if (!yes && !(await isWanted(context, repairs)))
    return [{ name, status: "warn", detail: "nothing was mended" }];
  const checks: Check[] = [];
  for (const repair of repairs) checks.push(await mended(name, repair));
  return checks;
}

async function isWanted(context: Context, repairs: readonly Repair[]): Promise<boolean> {
  if (context.terminal) return confirm(context, context.terminal, `Mend ${plural(repairs.length, "thing")}?`);
  throw new CliError("needsTerminal", "there is no terminal to ask on", "nucleic doctor --repair --yes");
}

async function mended(name: string, { what, mend }: Repair): Promise<Check> {
  try {
    await mend();
    return { name, status: "ok", detail: `done: ${what}` };
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return { name, status: "broken", detail: `not done: ${what} (${why})` };
  }
}
