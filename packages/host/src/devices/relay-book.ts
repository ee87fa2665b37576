import { type KeyStore, NoiseError } from "@nucleic/sync/noise";
import { newRelayToken } from "@nucleic/sync/transports";

const name = "relay";

/** A device's place: its name in the mailbox, and the key that the broker knows it by. */
export interface GivenPlace {
  readonly device: string;
  readonly user: string;
}

interface Pages {
  readonly v: 1;
  readonly mailbox: string;
  readonly places: Readonly<Record<string, GivenPlace>>;
}

/** The host's mailbox at a broker and who was given a place in it, by device. Kept with the host's keys; holds no credentials. */
export class RelayBook {
  readonly #store: KeyStore;
  #pages: Pages;
  #writing: Promise<void> = Promise.resolve();

  private constructor(store: KeyStore, pages: Pages) {
    this.#store = store;
    this.#pages = pages;
  }

  /** Reads it, or begins one. @throws NoiseError of the key store, or `malformed` */
  static async open(store: KeyStore): Promise<RelayBook> {
    const text = await store.read(name);
    if (text !== undefined) return new RelayBook(store, readPages(text));
    const book = new RelayBook(store, { v: 1, mailbox: newRelayToken(), places: {} });
    await book.#change((pages) => pages);
    return book;
  }

  get mailbox(): string {
    return this.#pages.mailbox;
  }

  get devices(): readonly string[] {
    return Object.keys(this.#pages.places);
  }

  placeOf(deviceId: string): GivenPlace | undefined {
    return this.#pages.places[deviceId];
  }

  /** Whether a name in the mailbox was given to somebody and not taken back. */
  knows(device: string): boolean {
    return Object.values(this.#pages.places).some((place) => place.device === device);
  }

  /** Durable when it resolves. */
  async enter(deviceId: string, place: GivenPlace): Promise<void> {
    await this.#change((pages) => ({ ...pages, places: { ...pages.places, [deviceId]: place } }));
  }

  async strike(deviceId: string): Promise<void> {
    await this.#change(({ places: { [deviceId]: _, ...places }, ...pages }) => ({ ...pages, places }));
  }

  #change(change: (pages: Pages) => Pages): Promise<void> {
    const done = this.#writing.then(async () => {
      const pages = change(this.#pages);
      await this.#store.write(name, JSON.stringify(pages));
      this.#pages = pages;
    });
    this.#writing = done.catch(() => undefined);
    return done;
  }
}

function readPages(text: string): Pages {
  try {
    const pages = JSON.parse(text) as Partial<Pages>;
    if (pages.v === 1 && typeof pages.mailbox === "string" && typeof pages.places === "object")
      return pages as Pages;
  } catch (cause) {
    throw new NoiseError("malformed", "what the host has kept of its broker cannot be read", { cause });
  }
  throw new NoiseError("malformed", "what the host has kept of its broker cannot be read");
}
