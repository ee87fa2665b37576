/**
 * Where secrets are kept: the host's keys, a device's pairings. A secret is a text of at most 64 KiB under a name of
 * `[a-z0-9.-]`, 1 to 64 characters. What a promise has resolved for is durable as far as the platform allows.
 */
export interface KeyStore extends AsyncDisposable {
  /** @throws NoiseError `notStored` or `exposed` where it cannot be read, which is not the same as not being there */
  read(name: string): Promise<string | undefined>;
  /** Puts it in the place of what was there: after a crash either one is there. @throws NoiseError `notStored` */
  write(name: string, secret: string): Promise<void>;
  /** What is not there counts as removed. @throws NoiseError `notStored` */
  remove(name: string): Promise<void>;
  /** The names of all that is there, sorted. @throws NoiseError `notStored` */
  list(): Promise<readonly string[]>;
}
