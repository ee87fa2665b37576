/** What the suites use of a test framework. Vitest's own fit. */
export interface TestApi {
  describe(name: string, body: () => void): void;
  test(name: string, body: () => Promise<void>): void;
  expect(actual: unknown): { toEqual(expected: unknown): void; toMatchObject(expected: object): void };
}
