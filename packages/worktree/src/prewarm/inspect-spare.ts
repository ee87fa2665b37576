import { isBeingMade } from "../create-attempt.ts";
import { WorktreeError } from "../error.ts";
import { type Checkout, openCheckout, type Repository } from "../repository.ts";
import { holdsIndexAlone, sealOf } from "./seal.ts";
import type { Spare } from "./spare.ts";

/**
 * The checkout of a spare, if it is exactly as it was made: `undefined` where anything was changed, added or begun there, or
 * where a checkout made now would come out otherwise.
 */
export async function openSound(
  repository: Repository,
  spare: Spare,
  settings: string,
  signal?: AbortSignal,
): Promise<Checkout | undefined> {
  // A refresh or a removal is under way, or was killed and is undone by the next sweep.
  if (await isBeingMade(spare.path)) return undefined;
  try {
    const checkout = await openCheckout(repository, spare.path, signal);
    const [seal, isClean] = await Promise.all([
      sealOf(checkout, settings),
      holdsIndexAlone(checkout, signal),
    ]);
    return seal === spare.seal && isClean && checkout.top === spare.path ? checkout : undefined;
  } catch (error) {
    if (signal?.aborted || (error instanceof WorktreeError && error.code === "gitMissing")) throw error;
    // Whatever else is wrong with it, it is not sound.
    return undefined;
  }
}
