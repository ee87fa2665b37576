/**
 * Every way in which the runtime refuses, as data.
 *
 * | code | meaning |
 * |---|---|
 * | unknownProject | no registered project has that id or root |
 * | projectInUse | the project still has sessions |
 * | unknownBackend | no backend of that id was given to the runtime |
 * | unknownSession | no session's id begins or ends like that |
 * | ambiguousSession | several sessions' ids do |
 * | sessionOwned | another living process holds the session |
 * | sessionOpen | this process already holds the session |
 * | sessionClosed | the session is closed here; open or resume it again |
 * | mailboxFull | more commands wait for the session than it keeps |
 * | notRunning | the session has no run that could take this |
 * | notResumable | the backend never said the id under which it could be taken up again |
 * | unsupported | the backend cannot do that |
 * | startFailed | preparing or starting the session failed; `cause` says how |
 * | digestMismatch | an answer was given to something else than what the approval asks for |
 * | ruleRefused | the pattern of an always-rule covers too much, or not what was asked |
 * | unknownRule | no always-rule has that id |
 * | badQuery | there is nothing to search for in what was typed |
 * | workerFailed | the thread for long database work died, or could not start |
 * | databaseDamaged | SQLite says that the database is damaged |
 * | badSetting | a value does not fit its setting |
 * | unknownDevice | no paired device has that id |
 * | deviceExists | a device of that id is or was paired |
 * | diskFull | too little is free on the disk of the data directory: to begin a session, or for the database |
 * | stillRunning | the session's agent is at work, or about to be |
 * | workBlocked | the agent says that something is in the way of its work |
 * | sessionOver | the session failed, or was put away |
 * | noNativeSession | the agent's program keeps no session of that id |
 * | notDamaged | the transcript is whole, and tells more than the agent's own file |
 * | illegalTransition | an event that the session's status does not allow |
 * | schemaTooNew | the database was written by a newer version |
 * | databaseUnsuitable | SQLite is too old, or the file is not our database |
 * | processUnknown | the system does not list this very process |
 * | closeFailed | closing could not write something; the rest was closed, and `cause` holds an AggregateError of what failed |
 * | runtimeClosed | the runtime has been disposed of |
 */
export type RuntimeErrorCode =
  | "unknownProject"
  | "projectInUse"
  | "unknownBackend"
  | "unknownSession"
  | "ambiguousSession"
  | "sessionOwned"
  | "sessionOpen"
  | "sessionClosed"
  | "mailboxFull"
  | "notRunning"
  | "notResumable"
  | "unsupported"
  | "startFailed"
  | "digestMismatch"
  | "ruleRefused"
  | "unknownRule"
  | "badQuery"
  | "workerFailed"
  | "databaseDamaged"
  | "badSetting"
  | "unknownDevice"
  | "deviceExists"
  | "diskFull"
  | "stillRunning"
  | "workBlocked"
  | "sessionOver"
  | "noNativeSession"
  | "notDamaged"
  | "illegalTransition"
  | "schemaTooNew"
  | "databaseUnsuitable"
  | "processUnknown"
  | "closeFailed"
  | "runtimeClosed";

/** A refusal of the runtime, with a code to switch on and, where there is one, a hint: what a person can do about it. */
export class RuntimeError extends Error {
  override readonly name = "RuntimeError";
  readonly code: RuntimeErrorCode;
  readonly hint: string | undefined;

  constructor(
    code: RuntimeErrorCode,
    message: string,
    options: ErrorOptions & { hint?: string | undefined } = {},
  ) {
    super(message, options);
    this.code = code;
    this.hint = options.hint;
  }
}

/**
 * | code | meaning |
 * |---|---|
 * | writeFailed | a write did not reach the file; the file was cut back to its last whole record |
 * | syncFailed | the system could not say that written bytes are on disk; nothing more is written until a restart |
 * | closed | the log is closed |
 * | missing | there is no transcript at that place |
 * | notATranscript | the file does not begin with a transcript's header, or belongs to another session |
 */
export type StorageErrorCode = "writeFailed" | "syncFailed" | "closed" | "missing" | "notATranscript";

/** The transcript could not be written or read. After `writeFailed` or `syncFailed` its writer takes nothing more. */
export class StorageError extends Error {
  override readonly name = "StorageError";
  readonly code: StorageErrorCode;
  readonly hint: string | undefined;

  constructor(
    code: StorageErrorCode,
    message: string,
    options: ErrorOptions & { hint?: string | undefined } = {},
  ) {
    super(message, options);
    this.code = code;
    this.hint = options.hint;
  }
}
