import type {
  ApprovalId,
  DecidedBy,
  DeviceId,
  Disposition,
  IntentId,
  ProjectId,
  Risk,
  SandboxChoice,
  SessionId,
  SessionStatus,
  ToolName,
} from "@nucleic/protocol";
import type { Generated } from "kysely";

/** Rows as SQLite holds them: times in epoch milliseconds, JSON as text. */
export interface Schema {
  project: ProjectRow;
  session: SessionRow;
  session_owner: SessionOwnerRow;
  approval: ApprovalRow;
  always_rule: AlwaysRuleRow;
  device: DeviceRow;
  intent: IntentRow;
  push: PushRow;
  setting: { key: string; value: string; updated_at: number };
  trust: TrustRow;
  usage: UsageRow;
}

export interface ProjectRow {
  id: ProjectId;
  name: string;
  root_path: string;
  default_branch: string;
  default_backend: string | null;
  worktree_base: string | null;
  setup_script: string | null;
  setup_policy: Generated<"block" | "warn">;
  approval_defaults: string | null;
  prewarm: Generated<number>;
  sandbox: SandboxChoice | null;
  allowed_hosts: string | null;
  git_guard: Generated<number>;
  created_at: number;
}

export interface SessionRow {
  id: SessionId;
  project_id: ProjectId;
  backend: string;
  backend_session_id: string | null;
  title: string;
  status: SessionStatus;
  disposition: Disposition | null;
  cwd: string | null;
  worktree_path: string | null;
  branch: string | null;
  base_sha: string | null;
  model: string | null;
  sandbox: string | null;
  allowed_hosts: string | null;
  last_seq: Generated<number>;
  transcript_path: string;
  native_transcript_path: string | null;
  forked_from: SessionId | null;
  diff_files: number | null;
  diff_added: number | null;
  diff_removed: number | null;
  ahead: number | null;
  behind: number | null;
  created_at: number;
  updated_at: number;
}

/** Which process writes a session now. At most one; a row of a dead process means that the session was cut off. */
export interface SessionOwnerRow {
  session_id: SessionId;
  pid: number;
  start_time: string;
  boot_id: string;
  since: number;
}

export interface ApprovalRow {
  id: ApprovalId;
  session_id: SessionId;
  tool_call_id: string | null;
  tool_name: ToolName;
  risk: Risk;
  summary: string;
  input: string;
  digest: string;
  created_at: number;
  expires_at: number | null;
  resolved_at: number | null;
  decision: string | null;
  decided_by: DecidedBy["by"] | null;
}

export interface AlwaysRuleRow {
  id: string;
  scope: "session" | "project";
  session_id: SessionId | null;
  project_id: ProjectId | null;
  tool_name: string | null;
  pattern: string | null;
  created_at: number;
  native_tool: string | null;
  matcher: string | null;
  place: string | null;
  approval_id: ApprovalId | null;
  device_id: string | null;
}

export interface UsageRow {
  session_id: SessionId;
  /** Empty where the report belonged to no turn. */
  turn_id: string;
  /** Empty where the backend named none. */
  model: string;
  /** When, in quarters of an hour since the epoch: every time zone's day begins with one. */
  quarter: number;
  input_tokens: number;
  cached_input_tokens: number;
  output_tokens: number;
  reasoning_tokens: number;
  cost_usd: number | null;
}

export interface DeviceRow {
  id: DeviceId;
  label: string;
  public_key: Uint8Array;
  /** Read by nothing since version 2. */
  scope: Generated<"view" | "approve" | "control">;
  may_approve: Generated<number>;
  may_control: Generated<number>;
  push_token: string | null;
  paired_at: number;
  last_seen_at: number | null;
  state: Generated<"active" | "revoked">;
  platform: string | null;
  signing_key: Uint8Array | null;
  /** Sealed by the key store; null once revoked. */
  sealed_psk: Uint8Array | null;
  epoch: Generated<number>;
  revoked_at: number | null;
  /** Announced, and not used yet. */
  next_key: Uint8Array | null;
  /** The highest message version that was spoken with it. */
  version: Generated<number>;
  /** Until when one that has not shown its keys is taken; null once it has. */
  confirm_by: number | null;
  can_push: Generated<number>;
  limits: string | null;
}

export interface IntentRow {
  device_id: DeviceId;
  id: IntentId;
  session_id: SessionId | null;
  kind: string;
  args_hash: string;
  state: "accepted" | "done" | "rejected" | "unknown";
  result: string | null;
  created_at: number;
  updated_at: number;
  expires_at: number | null;
}

interface PushRow {
  device_id: DeviceId;
  endpoint: string;
  keys: string;
  created_at: number;
}

export interface TrustRow {
  project_id: ProjectId;
  backend: string;
  config_hash: string;
  trusted_at: number;
}
