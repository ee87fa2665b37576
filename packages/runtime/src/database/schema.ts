import type {
  ApprovalId,
  DecidedBy,
  IntentId,
  ProjectId,
  Risk,
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
  created_at: number;
}

export interface SessionRow {
  id: SessionId;
  project_id: ProjectId;
  backend: string;
  backend_session_id: string | null;
  title: string;
  status: SessionStatus;
  cwd: string | null;
  worktree_path: string | null;
  branch: string | null;
  base_sha: string | null;
  model: string | null;
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

interface AlwaysRuleRow {
  id: string;
  scope: "session" | "project";
  session_id: SessionId | null;
  project_id: ProjectId | null;
  tool_name: string | null;
  pattern: string | null;
  created_at: number;
}

interface DeviceRow {
  id: string;
  label: string;
  public_key: Uint8Array;
  scope: Generated<"view" | "approve" | "control">;
  push_token: string | null;
  paired_at: number;
  last_seen_at: number | null;
}

interface IntentRow {
  device_id: string;
  id: IntentId;
  session_id: SessionId | null;
  kind: string;
  args_hash: string;
  state: "accepted" | "done" | "rejected" | "unknown";
  result: string | null;
  created_at: number;
  updated_at: number;
}

interface PushRow {
  device_id: string;
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
