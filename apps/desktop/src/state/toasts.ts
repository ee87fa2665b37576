import { HostError, Writable } from "@nucleic/sync/client";

export interface Toast {
  readonly id: number;
  readonly tone: "plain" | "bad";
  readonly text: string;
  readonly hint?: string | undefined;
  readonly action?: { readonly label: string; readonly run: () => void };
}

/** More than that nobody reads: the oldest goes. */
const maxToasts = 3;

/** What the page has to say in passing, newest last. */
export const toasts = new Writable<readonly Toast[]>([]);

let next = 0;

export function say(toast: Omit<Toast, "id">): void {
  next++;
  toasts.set([...toasts.get(), { ...toast, id: next }].slice(-maxToasts));
}

export function dismiss(id: number): void {
  toasts.set(toasts.get().filter((toast) => toast.id !== id));
}

/** Waits for something that was asked of the host; what it refuses is said. Whether it was done. */
export async function told(asked: Promise<unknown>): Promise<boolean> {
  try {
    await asked;
    return true;
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error);
    say({ tone: "bad", text, hint: error instanceof HostError ? error.hint : undefined });
    return false;
  }
}
