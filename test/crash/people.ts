import { DeviceId, IntentId, type ProjectId, type SessionId } from "@nucleic/protocol";
import type { Runtime, Session, Setting } from "@nucleic/runtime";
import { tell } from "./acks.ts";
import { attempt } from "./attempt.ts";
import { type Random, seeded } from "./random.ts";
import { Watcher } from "./watcher.ts";

export const counter = (key: string): Setting<number> => ({
  key,
  schema: {
    safeParse: (value) => (typeof value === "number" ? { success: true, data: value } : { success: false }),
  },
  fallback: 0,
});

interface Held {
  readonly session: Session;
  readonly watcher: Watcher;
}

/** Those who use a runtime, all at once: three with sessions, one with a device and settings. */
export class People {
  readonly #runtime: Runtime;
  /** Of this life: makes what is said and asked for unlike everything in any other. */
  readonly #name: string;
  #said = 0;
  #project: ProjectId | undefined;

  constructor(runtime: Runtime, name: string) {
    this.#runtime = runtime;
    this.#name = name;
  }

  async live(): Promise<void> {
    const { dataDir } = this.#runtime;
    await attempt("project", "", async () => {
      const project = { rootPath: dataDir, name: "demo", defaultBranch: "main" };
      this.#project = (await this.#runtime.projects.ensure(project)).id;
    });
    await Promise.all([this.#work(0), this.#work(1), this.#work(2), this.#control()]);
  }

  async #work(person: number): Promise<void> {
    const random = seeded(`${this.#name}/work ${person}`);
    for (let round = 0; round < 3; round++) {
      const held = await this.#begin(random);
      if (held === undefined) continue;
      for (let step = random.below(3); step >= 0; step--) await this.#use(held, random);
      await this.#end(held, random);
    }
  }

  async #begin(random: Random): Promise<Held | undefined> {
    let held: Held | undefined;
    const onOpen = (session: Session) => {
      tell({ a: "session", s: session.id });
      held = { session, watcher: new Watcher(session, this.#name) };
    };
    const others = await this.#runtime.listSessions({ includeArchived: true });
    const input = this.#words();
    await attempt("begin", "", async () => {
      const earlier = random.chance(0.45) && others.length > 0 ? random.pick(others) : undefined;
      if (earlier === undefined) {
        const projectId = this.#project;
        if (projectId === undefined) return;
        const workspace = { cwd: this.#runtime.dataDir };
        const prepare = async () => workspace;
        const how = {
          projectId,
          backend: "scripted",
          title: input,
          workspace: random.chance(0.5) ? workspace : prepare,
        };
        await this.#runtime.createSession({ ...how, onOpen, ...(random.chance(0.5) && { input }) });
      } else {
        const fork = random.chance(0.2) ? { fork: {} } : {};
        await this.#runtime.resumeSession(earlier.id, {
          onOpen,
          ...fork,
          ...(random.chance(0.5) && { input }),
        });
      }
    });
    return held;
  }

  async #use({ session, watcher }: Held, random: Random): Promise<void> {
    const { id: s } = session;
    const what = random.below(10);
    if (what < 6) {
      const text = this.#words();
      const { turns } = watcher;
      tell({ a: "saying", s, text });
      const said = attempt("send", s, async () => {
        await session.send(text);
        tell({ a: "said", s, text });
      });
      if (random.chance(0.2)) await attempt("steer", s, () => session.steer(this.#words()));
      if (random.chance(0.15)) await attempt("interrupt", s, () => session.interrupt());
      if (await said) await watcher.after(turns);
    } else if (what < 8) {
      await attempt("record", s, async () => {
        const [files, added, removed] = [random.below(9), random.below(99), random.below(99)];
        const seq = await session.record({ kind: "diffstat", files, added, removed, ahead: 1, behind: 0 });
        tell({ a: "recorded", s, seq });
      });
    } else if (what < 9) {
      await attempt("disposition", s, async () => {
        const seq = await session.record({ kind: "dispositionChanged", disposition: "blocked", by: "agent" });
        tell({ a: "recorded", s, seq });
      });
    } else await attempt("model", s, () => session.setModel(`model-${random.below(3)}`));
  }

  async #end({ session }: Held, random: Random): Promise<void> {
    const { id: s } = session;
    await attempt("close", s, () => session.close());
    if (random.chance(0.15)) await this.#archive(s);
    else if (random.chance(0.12)) {
      tell({ a: "deleting", s });
      await attempt("delete", s, async () => {
        await this.#runtime.deleteSession(s);
        tell({ a: "deleted", s });
      });
    }
  }

  async #archive(s: SessionId): Promise<void> {
    await attempt("archive", s, async () => {
      const session = await this.#runtime.openSession(s);
      try {
        await session.archive();
        tell({ a: "archived", s });
      } finally {
        await session.close();
      }
    });
  }

  /** A device with intents, settings and rules. */
  async #control(): Promise<void> {
    const { devices, intents, settings, rules } = this.#runtime;
    const random = seeded(`${this.#name}/control`);
    const deviceId = DeviceId.parse(`device-${this.#name}`);
    const isPaired = await attempt("pair", "", async () => {
      const scopes = ["view", "approve", "control"] as const;
      await devices.pair({ id: deviceId, label: "phone", publicKey: new Uint8Array(32), scopes });
      tell({ a: "device", id: deviceId });
    });
    for (let i = 0; i < 8 && isPaired; i++) {
      const id = IntentId.parse(`intent-${this.#name}-${i}`);
      const intent = { deviceId, id, kind: "set", args: { i }, requires: "control" } as const;
      const name = `${deviceId}/${id}`;
      await attempt("intent", "", async () => {
        tell({ a: "accepting", id: name });
        const { outcome } = await intents.accept(intent);
        if (outcome !== "accepted") throw new Error(`a new intent is ${outcome}`);
        tell({ a: "intent", id: name });
        tell({ a: "intentEffect", id: name });
        const key = `key-${random.below(4)}-${this.#name}`;
        await settings.set(counter(key), i);
        tell({ a: "setting", key, value: i });
        await intents.finish(deviceId, id, "done", { i });
        tell({ a: "intentDone", id: name });
      });
      const [rule] = await rules.list().catch(() => []);
      if (rule && random.chance(0.05)) {
        tell({ a: "removingRule", id: rule.id });
        await attempt("rule", "", () => rules.remove(rule.id));
      } else if (rule) tell({ a: "rule", id: rule.id });
      if (random.chance(0.04)) await attempt("rebuild", "", () => this.#runtime.rebuild());
    }
    if (!isPaired || random.chance(0.5)) return;
    tell({ a: "revoking", id: deviceId });
    await attempt("revoke", "", async () => {
      await devices.revoke(deviceId);
      tell({ a: "revoked", id: deviceId });
    });
  }

  #words(): string {
    return `p${++this.#said} of ${this.#name}`;
  }
}
