/**
 * | code | meaning |
 * |---|---|
 * | hostRunning | another process is the host of this data directory |
 * | noWorktree | the session has no worktree |
 * | noTarget | it cannot be told which branch the work should go to |
 * | sessionBusy | the session's agent is at work |
 * | unknownApproval | the session never asked that |
 * | unknownQuestion | the session never asked that |
 * | changedSince | what was shown is not what is there now |
 * | notIntegrated | it was taken out of the merge queue |
 * | notPutAway | the session was not put away: there is nothing to undo |
 * | localOnly | only a client of this machine may ask for that |
 * | unknownOrigin | it does not answer pages of that origin |
 * | noDevices | it serves no paired devices |
 * | pairingBusy | a device waits to be confirmed |
 * | unknownPairing | that pairing is over, or no device waits in it |
 * | badSignature | the device has not signed what it decided, or signed something else |
 * | notNow | the device may do nothing now: its hours or its time are over |
 * | beyondLimits | the device is limited to less |
 * | rotatedTooOften | too many of the host's former keys are still taken |
 * | devicesOnly | only a paired device may ask for that |
 * | badEndpoint | that is no address of a push service |
 * | sandboxUnavailable | agents can't be confined so on this machine |
 * | sandboxFixed | the session has begun inside, or outside, and goes on there |
 * | notOwn | a file of the data directory belongs to somebody else, or others can read it |
 */
export type RefusalCode =
  | "hostRunning"
  | "noWorktree"
  | "noTarget"
  | "sessionBusy"
  | "unknownApproval"
  | "unknownQuestion"
  | "changedSince"
  | "notIntegrated"
  | "notPutAway"
  | "localOnly"
  | "unknownOrigin"
  | "noDevices"
  | "pairingBusy"
  | "unknownPairing"
  | "badSignature"
  | "notNow"
  | "beyondLimits"
  | "rotatedTooOften"
  | "devicesOnly"
  | "badEndpoint"
  | "sandboxUnavailable"
  | "sandboxFixed"
  | "notOwn";

/** The host will not do that: why, with a code to switch on, and in `hint` what a person can do. */
export class HostRefusal extends Error {
  override readonly name = "HostRefusal";
  readonly code: RefusalCode;
  readonly hint: string | undefined;

  constructor(code: RefusalCode, message: string, options: ErrorOptions & { hint?: string } = {}) {
    super(message, options);
    this.code = code;
    this.hint = options.hint;
  }
}
