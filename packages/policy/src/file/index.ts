export { maxPolicyChars, parsePolicy } from "./parse-policy.ts";
export { PolicySchema } from "./policy-schema.ts";
