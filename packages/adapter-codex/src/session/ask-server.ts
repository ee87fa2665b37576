import type { ProcessHandle } from "@nucleic/process";
import { type Clock, NucleicError } from "@nucleic/protocol/core";
import { AppServer } from "./app-server.ts";

/**
 * Asks a process of its own what takes neither a thread nor a model, and ends it.
 * @throws JsonRpcError where Codex refuses
 * @throws NucleicError `spawnFailed`, `exitedEarly`
 */
export async function askServer<T>(
  handle: ProcessHandle,
  clock: Clock,
  ask: (server: AppServer) => Promise<T>,
): Promise<T> {
  const server = new AppServer(handle, clock);
  try {
    await server.ready;
    return await ask(server);
  } catch (error) {
    if (error instanceof NucleicError && (error.code === "sessionBusy" || error.code === "crashed"))
      throw new NucleicError("exitedEarly", "Codex gave no answer", { cause: error, hint: error.message });
    throw error;
  } finally {
    await server.close();
  }
}
