/** One server-sent event. `data` is sent as it is, valid or not. */
export const sseEvent = (event: string, data: string): string => `event: ${event}\ndata: ${data}\n\n`;
