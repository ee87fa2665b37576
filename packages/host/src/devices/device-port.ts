import type { Clock, DeviceId, ProjectId, SessionId } from "@nucleic/protocol/core";
import type { ClientMessageOf, DeviceLimits, IntentArgs } from "@nucleic/protocol/messages";
import { type DeviceRecord, type DeviceStore, RuntimeError } from "@nucleic/runtime";
import {
  type HostNews,
  type HostPort,
  type IntentAnswer,
  refusalOf,
  type SessionSource,
} from "@nucleic/sync/server";
import type { Client, LocalPort } from "../port.ts";
import { HostRefusal } from "../refusal.ts";
import { limitResult } from "./limit-result.ts";
import { isOpenAt, mayAllow, mayKnow } from "./limits.ts";
import { isSignedBy } from "./verify-signature.ts";

export interface DevicePortOptions {
  readonly port: LocalPort;
  readonly device: DeviceId;
  readonly devices: DeviceStore;
  readonly clock: Clock;
  /** As they are when the device connects: a change of them has it connect anew. */
  readonly limits: DeviceLimits;
}

/**
 * A host as one paired device sees it: no further than its limits go. What it asks and wants done is held against its row as
 * that is then; what it hears unasked against the row of when it connected.
 */
export class DevicePort implements HostPort {
  readonly info: HostPort["info"];
  readonly #options: DevicePortOptions;

  constructor(options: DevicePortOptions) {
    this.#options = options;
    this.info = options.port.info;
  }

  async sessions(since?: number) {
    const { items, ...rest } = await this.#options.port.sessions(since);
    if (!this.#isOpen) return { ...rest, items: [], removed: [] };
    return { ...rest, items: items.filter(({ projectId }) => mayKnow(this.#options.limits, projectId)) };
  }

  asks() {
    const { approvals, questions } = this.#options.port.asks();
    const isKnown = ({ sessionId }: { readonly sessionId: SessionId }) => this.#mayHear(sessionId);
    return { approvals: approvals.filter(isKnown), questions: questions.filter(isKnown) };
  }

  listen(listener: (news: HostNews) => void): Disposable {
    return this.#options.port.listen((news) => {
      const heard = this.#heard(news);
      if (heard) listener(heard);
    });
  }

  async source(id: SessionId): Promise<SessionSource> {
    await this.#check(id);
    return await this.#options.port.source(id);
  }

  async intent(client: Client, intent: ClientMessageOf<"intent">): Promise<IntentAnswer> {
    try {
      const record = await this.#record();
      await this.#checkIntent(record, intent);
    } catch (error) {
      // Not recorded: nothing of it was begun.
      return { status: "rejected", error: refusalOf(error) };
    }
    return await this.#options.port.intent(client, intent);
  }

  async query(client: Client, kind: string, args: unknown): Promise<unknown> {
    const { limits } = await this.#record();
    const { sessionId, projectId } = args as {
      readonly sessionId?: SessionId;
      readonly projectId?: ProjectId;
    };
    if (sessionId !== undefined) this.#checkSession(limits, sessionId);
    if (projectId !== undefined) this.#checkProject(limits, projectId);
    const isNamed = sessionId !== undefined || projectId !== undefined;
    if (kind === "usage" && limits.projects !== undefined && !isNamed)
      throw new HostRefusal("beyondLimits", "this device is limited to some projects: ask for one of them");
    const result = await this.#options.port.query(client, kind, args);
    return limitResult(kind, result, (project, session) =>
      mayKnow(limits, project ?? (session && this.#options.port.projectOf(session))),
    );
  }

  async blob(...[sessionId, ref, range]: Parameters<HostPort["blob"]>) {
    await this.#check(sessionId);
    return await this.#options.port.blob(sessionId, ref, range);
  }

  presence(...[client, state, focus]: Parameters<HostPort["presence"]>): void {
    if (focus === undefined || this.#mayHear(focus)) this.#options.port.presence(client, state, focus);
  }

  get #isOpen(): boolean {
    return isOpenAt(this.#options.limits, this.#options.clock.now());
  }

  #mayHear(session: SessionId): boolean {
    return this.#isOpen && mayKnow(this.#options.limits, this.#options.port.projectOf(session));
  }

  #heard(news: HostNews): HostNews | undefined {
    switch (news.kind) {
      case "sessions": {
        if (!this.#isOpen) return undefined;
        const items = news.items.filter(({ projectId }) => mayKnow(this.#options.limits, projectId));
        return items.length + news.removed.length === 0 ? undefined : { ...news, items };
      }
      case "asked": {
        const { sessionId } = "approval" in news ? news.approval : news.question;
        return this.#mayHear(sessionId) ? news : undefined;
      }
      case "settled":
        return this.#mayHear(news.sessionId) ? news : undefined;
      case "host":
        return news;
    }
  }

  /** The device's row now. @throws HostRefusal `notNow`; RuntimeError `unknownDevice` */
  async #record(): Promise<DeviceRecord> {
    const { clock, device, devices } = this.#options;
    const record = await devices.get(device);
    if (record === undefined || record.state === "revoked")
      throw new RuntimeError("unknownDevice", "this device is not paired, or was revoked");
    if (!isOpenAt(record.limits, clock.now()))
      throw new HostRefusal("notNow", "this device may do nothing now: its hours or its time are over");
    return record;
  }

  async #check(session: SessionId): Promise<void> {
    this.#checkSession((await this.#record()).limits, session);
  }

  #checkSession(limits: DeviceLimits, session: SessionId): void {
    // One that it may not know of is refused like one that does not exist.
    if (!mayKnow(limits, this.#options.port.projectOf(session)))
      throw new RuntimeError("unknownSession", `no session ${session}`);
  }

  #checkProject(limits: DeviceLimits, project: ProjectId): void {
    if (!mayKnow(limits, project)) throw new RuntimeError("unknownProject", `no project ${project}`);
  }

  async #checkIntent(
    record: DeviceRecord,
    { kind, sessionId, args }: ClientMessageOf<"intent">,
  ): Promise<void> {
    const { limits } = record;
    if (sessionId !== undefined) this.#checkSession(limits, sessionId);
    const { projectId } = args as { readonly projectId?: ProjectId };
    if (projectId !== undefined) this.#checkProject(limits, projectId);
    if (limits.maxRisk !== undefined) checkMode(kind, args);
    if (limits.projects !== undefined && kind === "revokeRule")
      throw new HostRefusal("beyondLimits", "a device of some projects takes no rules back");
    if (sessionId === undefined) return;
    if (kind === "approve") this.#checkApproval(record, sessionId, args as IntentArgs<"approve">);
    if (kind === "deny") this.#checkDenial(record, sessionId, args as IntentArgs<"deny">);
  }

  #checkApproval(record: DeviceRecord, sessionId: SessionId, args: IntentArgs<"approve">): void {
    const { approvalId, decision, digest, signature } = args;
    const asked = this.asks().approvals.find(({ id }) => id === approvalId);
    // Where it does not wait any more, the answer is told by whoever holds it.
    if (asked !== undefined && !mayAllow(record.limits, asked.risk))
      throw new HostRefusal("beyondLimits", `this device may not allow what is ${asked.risk ?? "unknown"}`, {
        hint: "Answer it on another device, or at the host. It can be denied here.",
      });
    const { expiresAt, hours } = record.limits;
    // A rule would go on allowing when the device may not any more.
    if (decision.kind === "allowAlways" && (expiresAt !== undefined || hours !== undefined))
      throw new HostRefusal("beyondLimits", "a device of some hours, or until some day, makes no rules", {
        hint: "Allow it once, or make the rule at the host.",
      });
    if (signature?.digest !== digest) throw unsigned();
    checkSignature(record, signature, { sessionId, approvalId, decision });
  }

  #checkDenial(record: DeviceRecord, sessionId: SessionId, args: IntentArgs<"deny">): void {
    const { approvalId, cancelRun, message, signature } = args;
    const kind = cancelRun === true ? ("cancelRun" as const) : ("deny" as const);
    const decision = { kind, ...(message !== undefined && { message }) };
    if (signature === undefined) throw unsigned();
    checkSignature(record, signature, { sessionId, approvalId, decision });
  }
}

function checkSignature(
  { signingKey }: DeviceRecord,
  signature: NonNullable<IntentArgs<"approve">["signature"]>,
  decided: Parameters<typeof isSignedBy>[2],
): void {
  if (signingKey === undefined || !isSignedBy(signingKey, signature, decided)) throw unsigned();
}

function unsigned(): HostRefusal {
  return new HostRefusal("badSignature", "the device has not signed exactly this decision");
}

/** With a mode of its own or a policy an agent would not ask, and the ceiling would hold nothing. */
function checkMode(kind: string, args: unknown): void {
  const { mode, approvals } = args as { readonly mode?: string; readonly approvals?: unknown };
  if (kind === "setMode" || mode !== undefined || approvals !== undefined)
    throw new HostRefusal("beyondLimits", "a device with a ceiling of risk does not choose who is asked");
}
