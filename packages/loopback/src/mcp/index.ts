export { answerPost, cancelledId } from "./answer-post.ts";
export { PROGRESS_INTERVAL_MS, type ToolCall, whileAlive } from "./while-alive.ts";
