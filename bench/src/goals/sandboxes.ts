import { findExecutable } from "@nucleic/process";
import { interleave } from "../interleave.ts";
import { type Row, slower } from "../rows.ts";
import { mode, type Setting } from "../setting.ts";

const AT_ONCE = "20";

/** Goal 13. Where an engine is not installed its rows are left out. */
export async function sandboxes({ rounds }: Setting): Promise<Row[]> {
  const of = (which: string, times = "10", together = "1") => [mode("sandbox"), which, times, together];
  const hasLight = (await findExecutable("bwrap")) !== undefined;
  const hasPodman = (await findExecutable("podman")) !== undefined;
  const { bare, none, light, container, exec, bareFleet, lightFleet } = await interleave(
    {
      ...{ bare: of("bare"), none: of("none") },
      ...(hasLight && {
        ...{ light: of("light"), bareFleet: of("bare", "3", AT_ONCE), lightFleet: of("light", "3", AT_ONCE) },
      }),
      ...(hasPodman && { container: of("container"), exec: of("exec") }),
    },
    rounds,
  );
  return [
    slower("13 a trivial program to its first line in none, ÷ a bare spawn", none, bare, 1.1),
    slower("13 the same in light", light, bare, 15),
    slower("13 the same in a container of its own", container, bare, 150),
    slower("13 the same by exec in a container that runs already", exec, bare, 150),
    slower(`13 ${AT_ONCE} in light at once, ÷ ${AT_ONCE} bare at once`, lightFleet, bareFleet, 15),
  ].flat();
}
