import type { z } from "zod";
import type { Scope } from "./scope.ts";

/** What a kind of intent is: who may do it, whether it is about a session, what it says and what it gives. */
export interface IntentKindSpec {
  readonly scope: Scope;
  readonly onSession: boolean;
  readonly args: z.ZodType;
  readonly result: z.ZodType;
}

export const spec = <A extends z.ZodType, R extends z.ZodType>(
  scope: Scope,
  onSession: boolean,
  args: A,
  result: R,
) => ({ scope, onSession, args, result });
