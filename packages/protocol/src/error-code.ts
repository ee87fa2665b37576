import { z } from "zod";

/**
 * Every way in which a session can go wrong, as data. Closed: a caller switches on it and never reads the message.
 *
 * | code | meaning |
 * |---|---|
 * | notInstalled | the backend's program is not on this machine |
 * | tooOld | its version is older than the oldest supported one |
 * | notLoggedIn | it has no credentials |
 * | authenticationFailed | the provider refused the credentials |
 * | permissionDenied | the provider refuses this account or model |
 * | modelNotFound | the provider does not know the model |
 * | rateLimited | the provider asks to slow down, or a quota is used up |
 * | overloaded | the provider has no capacity now |
 * | invalidRequest | the provider refused the request as malformed |
 * | contextTooLong | the conversation no longer fits the model |
 * | outputTooLong | the reply hit the output limit |
 * | refused | the model declined to answer |
 * | maxTurns | the turn hit its limit of steps |
 * | network | the provider could not be reached, or the connection broke |
 * | streamCut | a reply ended in the middle |
 * | apiError | any other error of the provider |
 * | spawnFailed | the program could not be started |
 * | exitedEarly | the program ended before the session had begun |
 * | crashed | the program ended while something was still open |
 * | protocolViolation | the program wrote what its protocol does not allow |
 * | lineTooLong | one line of its output passed the limit and was dropped |
 * | unsupported | this backend cannot do that |
 * | unknownSession | the backend no longer knows the session to resume |
 * | sessionBusy | the session does not take this now |
 * | approvalChannel | the backend could not reach the one who answers approvals |
 * | notTrusted | the project's own agent configuration has not been trusted by a person |
 * | setupFailed | the worktree's setup script failed |
 * | storageFailed | the transcript or database could not be written |
 * | internal | a fault of ours |
 */
export const ErrorCode = z
  .enum([
    "notInstalled",
    "tooOld",
    "notLoggedIn",
    "authenticationFailed",
    "permissionDenied",
    "modelNotFound",
    "rateLimited",
    "overloaded",
    "invalidRequest",
    "contextTooLong",
    "outputTooLong",
    "refused",
    "maxTurns",
    "network",
    "streamCut",
    "apiError",
    "spawnFailed",
    "exitedEarly",
    "crashed",
    "protocolViolation",
    "lineTooLong",
    "unsupported",
    "unknownSession",
    "sessionBusy",
    "approvalChannel",
    "notTrusted",
    "setupFailed",
    "storageFailed",
    "internal",
  ])
  .meta({ title: "ErrorCode" });
export type ErrorCode = z.infer<typeof ErrorCode>;
