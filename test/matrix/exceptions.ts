import { expect } from "vitest";
import { asksAgainInSilence, saysAgainInSilence, tellsItAsksAgain, tellsItSaysAgain } from "./again.ts";
import type { CliName } from "./clis.ts";
import { differs, type Exceptions, notOffered } from "./exception.ts";
import { neverAsks, offersNo, refusesByItself, refusesToFork, refusesToSteer } from "./proofs.ts";

const noSteering = notOffered(
  "ACP has no word for it: `followUpWhileRunning` is false, and the adapter refuses `steer` with `unsupported`. What is sent " +
    "becomes the next turn.",
  refusesToSteer,
);
/** @param args how it is started as an ACP agent */
const noFork = (...args: readonly string[]) =>
  notOffered(
    "Its answer to `initialize` holds no `fork`: `canFork` is false, and the adapter refuses it with `unsupported`.",
    refusesToFork(args),
  );
const neverAsking = notOffered(
  "`codex exec` never asks (`interactiveApprovals` is false): what its sandbox allows is done without a question.",
  neverAsks,
);

const refusesItsQuestion = notOffered(
  "It refuses its model's question by itself: `request_user_input is unavailable in Default mode`.",
  async (play) => {
    await play.turn("Paint it.");
    const saw = await play.saw();
    expect(saw.all("questionAsked")).toEqual([]);
    expect(saw.heard("request_user_input is unavailable in Default mode")).toBe(true);
    expect(saw.turns).toEqual(["completed"]);
  },
);

const claude: Exceptions = {
  plan: notOffered(
    "2.1.332 offers its model no list of tasks: no `TodoWrite` among its tools.",
    offersNo(/todo/i),
  ),
  401: tellsItAsksAgain(10, "authenticationFailed"),
  429: tellsItAsksAgain(10, "rateLimited"),
  529: tellsItAsksAgain(10, "overloaded"),
  "cut stream": tellsItSaysAgain(10, "streamCut", "network"),
};

const codexExec: Exceptions = {
  edit: differs("Its events name the file and the kind of change; they hold no diff.", (saw) => {
    expect(saw.files.get("old.txt")).toBe("one\n2\n");
    expect(saw.all("fileChange")).toMatchObject([{ path: "old.txt", change: "update" }]);
    expect(saw.all("fileChange")[0]?.diff).toBe(undefined);
    expect(saw.turns).toEqual(["completed"]);
  }),
  question: refusesItsQuestion,
  plan: differs("Its events say whether a step is done; one that is under way reads `pending`.", (saw) => {
    expect(saw.all("planUpdated").at(-1)?.entries).toEqual([
      { text: "Look around", status: "pending" },
      { text: "Write it down", status: "pending" },
    ]);
  }),
  deny: notOffered(
    "`codex exec` never asks (`interactiveApprovals` is false). What its sandbox (the mode) forbids is not done, and the turn fails.",
    refusesByItself,
  ),
  allow: neverAsking,
  "allow-always": neverAsking,
  "long wait": neverAsking,
  steer: notOffered(
    "`codex exec` takes nothing once it runs: `followUpWhileRunning` is false, and the adapter refuses `steer` with " +
      "`unsupported`. What is sent becomes the next turn.",
    refusesToSteer,
  ),
};

const endsTheTurn = differs(
  "A denial ends the turn: nothing is done, and the model is not asked again.",
  (saw) => {
    expect(saw.files.size).toBe(0);
    expect(saw.all("toolResult")).toMatchObject([{ isError: true }]);
    expect(saw.requests).toHaveLength(1);
    expect(saw.turns).toEqual(["completed"]);
  },
);

const grok: Exceptions = {
  steer: noSteering,
  fork: noFork("agent", "--no-leader", "stdio"),
  429: tellsItAsksAgain(15, "rateLimited"),
  529: tellsItAsksAgain(15, "overloaded"),
  "cut stream": tellsItSaysAgain(15, "streamCut"),
};

const tellsNoReason = (heard: string) =>
  differs("The model is told that the call was refused; ACP has no place for the reason.", (saw) => {
    expect(saw.files.size).toBe(0);
    expect(saw.all("toolResult")).toMatchObject([{ isError: true }]);
    expect(saw.requests).toHaveLength(2);
    expect(saw.heard(heard)).toBe(true);
    expect(saw.turns).toEqual(["completed"]);
  });

const claudeAgentAcp: Exceptions = {
  question: notOffered(
    "It switches its model's questions off: no `AskUserQuestion` among its tools.",
    offersNo(/ask.*question|question.*ask/i),
  ),
  deny: tellsNoReason("User refused permission to run tool"),
  steer: noSteering,
  401: asksAgainInSilence,
  429: asksAgainInSilence,
  529: asksAgainInSilence,
  "cut stream": saysAgainInSilence,
};

const codexAcp: Exceptions = {
  edit: differs(
    "It comes without bubblewrap, so the lab runs it in Codex's older sandbox, which can't read the file that a patch updates: " +
      "nothing is changed, the model is told, and its client hears nothing. New files are written.",
    (saw) => {
      expect(saw.files.get("old.txt")).toBe("one\ntwo\n");
      expect(saw.all("fileChange")).toEqual([]);
      expect(saw.heard("incompatible with --use-legacy-landlock")).toBe(true);
      expect(saw.turns).toEqual(["completed"]);
    },
  ),
  question: refusesItsQuestion,
  deny: endsTheTurn,
  steer: noSteering,
  fork: noFork(),
};

const gemini: Exceptions = {
  think: differs(
    "A heading stands in front of the thought: asterisks alone where the model gave none.",
    (saw) => {
      const thought = saw.all("thinking").filter(({ isPartial }) => !isPartial);
      expect(thought.map(({ text }) => text)).toEqual(["****\nLet me see."]);
      expect(saw.said).toBe("I see.");
    },
  ),
  shell: differs("Of what a command puts out it tells its client nothing, nor the exit code.", (saw) => {
    expect(saw.files.get("made.txt")).toBe("made\n");
    expect(saw.all("toolResult")).toMatchObject([{ isError: false, content: [] }]);
    expect(saw.all("toolResult")[0]?.exitCode).toBe(undefined);
    expect(saw.heard("seen")).toBe(true);
    expect(saw.turns).toEqual(["completed"]);
  }),
  question: notOffered(
    "It offers its model no question in ACP mode: no `ask_user` among its tools.",
    offersNo(/ask/i),
  ),
  plan: notOffered(
    "It offers its model no list of tasks in ACP mode: no `write_todos` among its tools.",
    offersNo(/todo/i),
  ),
  deny: tellsNoReason("was canceled by the user."),
  steer: noSteering,
  fork: noFork("--acp"),
  429: asksAgainInSilence,
  529: asksAgainInSilence,
};

const opencode: Exceptions = {
  question: notOffered(
    "It offers its model no question in ACP mode: no `question` among its tools.",
    offersNo(/ask_|question/i),
  ),
  deny: endsTheTurn,
  steer: noSteering,
  401: differs(
    "The turn fails with `apiError`: of what the provider answered it tells the words, and not the status.",
    (saw) => {
      expect(saw.turns).toEqual(["failed: apiError", "completed"]);
      expect(saw.all("turnCompleted")[0]?.error?.message).toContain("the provider says no");
    },
  ),
  429: asksAgainInSilence,
  529: asksAgainInSilence,
  "cut stream": saysAgainInSilence,
};

/** Every cell that is not ✓, by CLI and scenario. A cell that stands here and works fails its test. */
export const exceptions: Readonly<Record<CliName, Exceptions>> = {
  claude,
  codex: {},
  "codex-exec": codexExec,
  grok,
  "claude-agent-acp": claudeAgentAcp,
  "codex-acp": codexAcp,
  gemini,
  opencode,
};
