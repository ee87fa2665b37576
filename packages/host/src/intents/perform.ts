import type { SessionId } from "@nucleic/protocol/core";
import type { IntentArgs, IntentKind, IntentResult } from "@nucleic/protocol/messages";
import { RuntimeError, type SessionRecord } from "@nucleic/runtime";
import type { HostContext } from "../context.ts";
import { dropSalvage } from "../integration/salvage.ts";
import type { Client } from "../port.ts";
import { setShip } from "../ship/ship.ts";
import { addProject, configureProject, removeProject, trust } from "./administer.ts";
import { answer, approve, deny } from "./answer.ts";
import {
  beginPairing,
  cancelPairing,
  changeDevice,
  confirmPairing,
  revokeDevice,
  rotateHostKey,
} from "./devices.ts";
import { discard } from "./discard.ts";
import { importSession } from "./import-session.ts";
import { integrate } from "./integrate.ts";
import { setNotifications } from "./notifications.ts";
import { openPullRequest } from "./pull-request.ts";
import { clearPush, setPush } from "./push.ts";
import { fork, resume, start } from "./start.ts";
import { undo } from "./undo.ts";

/** What an intent is about, besides its arguments. */
export interface About {
  readonly sessionId: SessionId | undefined;
  /** Who asks. */
  readonly client: Client;
}

type Performer<K extends IntentKind> = (
  host: HostContext,
  args: IntentArgs<K>,
  about: About,
) => Promise<IntentResult<K>>;

/** How each kind of intent is done. */
const performers: { readonly [K in IntentKind]: Performer<K> } = {
  start,
  resume: async (host, args, about) => resume(host, await record(host, about), args, about.client),
  fork: async (host, args, about) => fork(host, await record(host, about), args, about.client),
  prompt: (host, { input }, about) => onRunning(host, about, (session) => session.send(input)),
  steer: (host, { input }, about) => onRunning(host, about, (session) => session.steer(input)),
  interrupt: (host, _, about) => onRunning(host, about, (session) => session.interrupt()),
  setModel: (host, { model }, about) => onRunning(host, about, (session) => session.setModel(model)),
  setMode: (host, { mode }, about) => onRunning(host, about, (session) => session.setMode(mode)),
  async stop(host, { settled }, about) {
    const id = sessionOf(about);
    if (settled) await host.settled(id);
    await host.live.close(id);
    return {};
  },
  approve: (host, args, about) => approve(host, sessionOf(about), args, about.client),
  deny: (host, args, about) => deny(host, sessionOf(about), args, about.client),
  answer: (host, args, about) => answer(host, sessionOf(about), args, about.client),
  markDone: (host, _, about) =>
    onSession(host, about, async (session) => {
      await session.markDone();
      await host.shipWhenDone(session.id);
    }),
  async ship(host, { on }, about) {
    await setShip(host.runtime, (await record(host, about)).id, on);
    return {};
  },
  archive: (host, _, about) => onSession(host, about, (session) => session.archive()),
  integrate: async (host, args, about) => integrate(host, await record(host, about), args, about.client),
  async cancelIntegration({ merges }, _, about) {
    await merges.cancel(sessionOf(about));
    return {};
  },
  openPullRequest: async (host, args, about) => openPullRequest(host, await record(host, about), args),
  undo: async (host, _, about) => undo(host, await record(host, about)),
  discard: async (host, args, about) => discard(host, await record(host, about), args),
  async revokeRule({ runtime }, { ruleId }) {
    await runtime.rules.remove(ruleId);
    return {};
  },
  addProject,
  configureProject,
  removeProject,
  trust,
  async untrust({ runtime }, { projectId, backend }) {
    await runtime.trust.revoke(projectId, backend);
    return {};
  },
  beginPairing,
  confirmPairing,
  cancelPairing,
  revokeDevice,
  changeDevice,
  rotateHostKey,
  setPush,
  clearPush,
  dropSalvage,
  setNotifications,
  importSession,
};

/** Does what is asked. @throws whatever refuses it, with a code */
export function perform<K extends IntentKind>(
  host: HostContext,
  kind: K,
  args: IntentArgs<K>,
  about: About,
): Promise<IntentResult<K>> {
  return performers[kind](host, args, about);
}

type Session = Parameters<Parameters<HostContext["live"]["use"]>[1]>[0];

async function onSession(
  { live }: HostContext,
  about: About,
  work: (session: Session) => Promise<unknown>,
): Promise<Record<string, never>> {
  await live.use(sessionOf(about), work);
  return {};
}

/** Only where its agent runs: a session is not opened to be told that. @throws RuntimeError `notRunning` */
async function onRunning(
  { live }: HostContext,
  about: About,
  work: (session: Session) => Promise<void>,
): Promise<Record<string, never>> {
  const id = sessionOf(about);
  const session = live.get(id);
  if (session === undefined)
    throw new RuntimeError("notRunning", `session ${id} has no agent running`, {
      hint: `nucleic resume ${id}`,
    });
  await work(session);
  return {};
}

async function record({ runtime }: HostContext, about: About): Promise<SessionRecord> {
  const id = sessionOf(about);
  const found = await runtime.findSession(id);
  // By its whole id: what a part of one means is for whoever typed it to say.
  if (found.id !== id) throw new RuntimeError("unknownSession", `no session ${id}`);
  return found;
}

function sessionOf({ sessionId }: About): SessionId {
  // Whoever carried it here has looked: see `intentKinds`.
  if (sessionId === undefined) throw new TypeError("an intent about a session came without one");
  return sessionId;
}
