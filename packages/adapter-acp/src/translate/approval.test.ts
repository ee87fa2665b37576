import { describe, expect, test } from "vitest";
import { call, callUpdate, during, permission } from "../../test/played.ts";

describe("a request for permission", () => {
  test("may be the first that is heard of a call (Gemini)", () => {
    const played = during("gemini");
    played.says(
      permission(1, {
        toolCallId: "replace__1",
        kind: "edit",
        title: "a => b",
        locations: [{ path: "/repo/a" }],
        content: [{ type: "diff", path: "/repo/a", oldText: "one\ntwo\n", newText: "one\n2\n" }],
      }),
    );
    expect(played.kinds()).toEqual([
      "sessionStarted",
      "turnStarted",
      "userMessage",
      "toolCallStarted",
      "toolCallCompleted",
      "approvalRequested",
    ]);
    expect(played.all("approvalRequested")[0]?.request).toMatchObject({
      toolCallId: "replace__1",
      tool: "Edit",
      nativeTool: "replace",
      cwd: "/repo",
      paths: ["/repo/a"],
      input: { path: "/repo/a", oldText: "one\ntwo\n", newText: "one\n2\n" },
      diff: "--- a/a\n+++ b/a\n@@ -1,2 +1,2 @@\n one\n-two\n+2\n",
      options: ["allow", "allowAlways", "deny", "cancelRun"],
    });
  });

  test("shows what it asks about, whatever was said of the call before", () => {
    const played = during("any", call("c", { kind: "execute", rawInput: { command: "ls" } }));
    played.says(permission(1, { toolCallId: "c", rawInput: { command: "rm -rf ." } }));
    expect(played.all("approvalRequested")[0]?.request.input).toEqual({ command: "rm -rf ." });
  });

  test("can't be allowed where the agent offers no allow for this call alone", () => {
    const played = during("any").says(
      permission(1, { toolCallId: "c" }, [
        { optionId: "a", kind: "allow_always" },
        { optionId: "r", kind: "reject_once" },
      ]),
    );
    expect(played.all("approvalRequested")[0]?.request.options).toEqual(["deny", "cancelRun"]);
  });

  test("about a call that is over is asked all the same, and opens no call", () => {
    const played = during("any", call("c", { status: "completed" })).says(
      permission(1, { toolCallId: "c", kind: "edit" }),
    );
    expect(played.all("approvalRequested")).toMatchObject([{ request: { tool: "Edit" } }]);
    expect(played.state.calls.size).toBe(0);
  });

  test("is withdrawn where the call ends without its answer", () => {
    const played = during("any")
      .says(permission(1, { toolCallId: "c" }))
      .updates(callUpdate("c", { status: "failed" }));
    expect(played.all("approvalResolved")).toMatchObject([{ decidedBy: { by: "withdrawn" } }]);
    expect(played.state.asks.size).toBe(0);
  });
});
