/**
 * Version of the event language, carried as `v` by every event. Additive changes keep it; a change that a lenient
 * reader cannot survive raises it. A test pins the hash of the whole schema, so that no change goes unnoticed.
 *
 * History:
 * - 1 (2026-11): first version.
 */
export const PROTOCOL_VERSION = 1;
