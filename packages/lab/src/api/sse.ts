/** One server-sent event. `data` is sent as it is, valid or not. */
export const sseEvent = (event: string, data: string): string => `event: ${event}\n${sseData(data)}`;

/** The same without a name. */
export const sseData = (data: string): string => `data: ${data}\n\n`;
