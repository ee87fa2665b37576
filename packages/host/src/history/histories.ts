import type { NativeHistory } from "@nucleic/protocol";
import { type Runtime, RuntimeError } from "@nucleic/runtime";

/** What each agent, or that one, keeps of its sessions. @throws RuntimeError `unsupported` */
export function historiesOf(
  { backends }: Runtime,
  backend: string | undefined,
): readonly (readonly [string, NativeHistory])[] {
  const all = [...backends].flatMap(([id, { history }]) => (history ? [[id, history] as const] : []));
  if (backend === undefined) return all;
  const wanted = all.filter(([id]) => id === backend);
  if (wanted.length > 0) return wanted;
  throw new RuntimeError("unsupported", `what ${backend} keeps of its sessions cannot be read`, {
    hint: `one of: ${all.map(([id]) => id).join(", ")}`,
  });
}
