import {
  type KnownCliName,
  knownClis,
  realCli,
  type ScriptedModel,
  type ScriptedModelOptions,
  scriptedModel,
} from "@nucleic/lab";
import { readEvent } from "@nucleic/protocol";
import type { Reply } from "@nucleic/protocol/testing";
import { entry, Place } from "./cli.ts";
import { Pty } from "./pty.ts";
import { Spawned } from "./spawned.ts";

/** A repository, the program of one version, and what the model behind it says. */
export class AgentBench implements AsyncDisposable {
  readonly place: Place;
  readonly model: ScriptedModel;
  /** The path of the agent's program. */
  readonly program: string;
  /** The variable that names the program. */
  readonly variable: string;
  #env: Readonly<Record<string, string>>;
  readonly #dispose: () => Promise<void>;

  private constructor(
    place: Place,
    model: ScriptedModel,
    program: string,
    variable: string,
    env: Record<string, string>,
    dispose: () => Promise<void>,
  ) {
    this.place = place;
    this.model = model;
    this.program = program;
    this.variable = variable;
    this.#env = env;
    this.#dispose = dispose;
  }

  /** @param replies what the model behind it says */
  static make(name: KnownCliName, version: string, ...replies: Reply[]): Promise<AgentBench> {
    return AgentBench.makeWith(name, version, { scenario: { name: "cli", replies } });
  }

  /** The same, where what the model says depends on what it is asked. */
  static async makeWith(
    name: KnownCliName,
    version: string,
    script: Pick<ScriptedModelOptions, "scenario" | "reply">,
  ): Promise<AgentBench> {
    const [cli, place] = await Promise.all([realCli(name, version), Place.make()]);
    const { api } = knownClis[name];
    const model = await scriptedModel({ api, ...script });
    const clean = await cli.environment({ baseUrl: model.url });
    const variable = `NUCLEIC_${name.toUpperCase().replaceAll("-", "_")}`;
    const env = { ...clean.env, [variable]: cli.path };
    return new AgentBench(place, model, cli.path, variable, env, async () => {
      await model.close();
      await clean[Symbol.asyncDispose]();
      await place[Symbol.asyncDispose]();
    });
  }

  get env(): Record<string, string> {
    return { ...this.place.env, ...this.#env };
  }

  /** Sets further variables of every program that is started from now on. */
  add(env: Readonly<Record<string, string>>): void {
    this.#env = { ...this.#env, ...env };
  }

  run(...args: string[]) {
    return this.place.run(args, { env: this.env });
  }

  terminal(...args: string[]): Pty {
    return new Pty([process.execPath, ...entry, ...args], { cwd: this.place.repository, env: this.env });
  }

  spawn(...args: string[]): Spawned {
    return new Spawned([process.execPath, ...entry, ...args], { cwd: this.place.repository, env: this.env });
  }

  /** The one session there is. */
  async session(): Promise<{ id: string; status: string; cwd: string }> {
    const [record] = (await this.run("ls", "--json")).json;
    return { id: String(record?.id), status: String(record?.status), cwd: String(record?.cwd) };
  }

  async records() {
    const { id } = await this.session();
    const read = (await this.run("show", id, "--json")).json.map(readEvent);
    return read.flatMap((one) => (one.status === "ok" ? [one.event] : []));
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#dispose();
  }
}
