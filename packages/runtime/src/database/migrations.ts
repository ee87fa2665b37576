/** One step of the schema. Steps are only ever added; their order is the version. */
export type Migration = readonly string[];

const first: Migration = [
  `CREATE TABLE project (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    root_path TEXT NOT NULL UNIQUE,
    default_branch TEXT NOT NULL,
    default_backend TEXT,
    worktree_base TEXT,
    setup_script TEXT,
    setup_policy TEXT NOT NULL DEFAULT 'block' CHECK (setup_policy IN ('block', 'warn')),
    approval_defaults TEXT,
    created_at INTEGER NOT NULL
  ) STRICT`,
  `CREATE TABLE session (
    id TEXT PRIMARY KEY,
    project_id TEXT NOT NULL REFERENCES project(id),
    backend TEXT NOT NULL,
    backend_session_id TEXT,
    title TEXT NOT NULL,
    status TEXT NOT NULL,
    cwd TEXT,
    worktree_path TEXT,
    branch TEXT,
    base_sha TEXT,
    model TEXT,
    last_seq INTEGER NOT NULL DEFAULT 0,
    transcript_path TEXT NOT NULL,
    native_transcript_path TEXT,
    forked_from TEXT,
    diff_files INTEGER,
    diff_added INTEGER,
    diff_removed INTEGER,
    ahead INTEGER,
    behind INTEGER,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL
  ) STRICT`,
  "CREATE INDEX session_by_project ON session(project_id, updated_at)",
  `CREATE TABLE session_owner (
    session_id TEXT PRIMARY KEY REFERENCES session(id) ON DELETE CASCADE,
    pid INTEGER NOT NULL,
    start_time TEXT NOT NULL,
    boot_id TEXT NOT NULL,
    since INTEGER NOT NULL
  ) STRICT`,
  `CREATE TABLE approval (
    id TEXT PRIMARY KEY,
    session_id TEXT NOT NULL REFERENCES session(id) ON DELETE CASCADE,
    tool_call_id TEXT,
    tool_name TEXT NOT NULL,
    risk TEXT NOT NULL,
    summary TEXT NOT NULL,
    input TEXT NOT NULL,
    digest TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    expires_at INTEGER,
    resolved_at INTEGER,
    decision TEXT,
    decided_by TEXT
  ) STRICT`,
  "CREATE INDEX approval_pending ON approval(session_id) WHERE resolved_at IS NULL",
  `CREATE TABLE always_rule (
    id TEXT PRIMARY KEY,
    scope TEXT NOT NULL CHECK (scope IN ('session', 'project')),
    session_id TEXT REFERENCES session(id) ON DELETE CASCADE,
    project_id TEXT REFERENCES project(id) ON DELETE CASCADE,
    tool_name TEXT,
    pattern TEXT,
    created_at INTEGER NOT NULL,
    CHECK ((scope = 'session') = (session_id IS NOT NULL)),
    CHECK ((scope = 'project') = (project_id IS NOT NULL))
  ) STRICT`,
  `CREATE TABLE device (
    id TEXT PRIMARY KEY,
    label TEXT NOT NULL,
    public_key BLOB NOT NULL,
    scope TEXT NOT NULL DEFAULT 'approve' CHECK (scope IN ('view', 'approve', 'control')),
    push_token TEXT,
    paired_at INTEGER NOT NULL,
    last_seen_at INTEGER
  ) STRICT`,
  `CREATE TABLE intent (
    device_id TEXT NOT NULL,
    id TEXT NOT NULL,
    session_id TEXT,
    kind TEXT NOT NULL,
    args_hash TEXT NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('accepted', 'done', 'rejected', 'unknown')),
    result TEXT,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL,
    PRIMARY KEY (device_id, id)
  ) STRICT`,
  `CREATE TABLE push (
    device_id TEXT PRIMARY KEY REFERENCES device(id) ON DELETE CASCADE,
    endpoint TEXT NOT NULL,
    keys TEXT NOT NULL,
    created_at INTEGER NOT NULL
  ) STRICT`,
  "CREATE TABLE setting (key TEXT PRIMARY KEY, value TEXT NOT NULL, updated_at INTEGER NOT NULL) STRICT",
  `CREATE TABLE trust (
    project_id TEXT NOT NULL REFERENCES project(id) ON DELETE CASCADE,
    backend TEXT NOT NULL,
    config_hash TEXT NOT NULL,
    trusted_at INTEGER NOT NULL,
    PRIMARY KEY (project_id, backend)
  ) STRICT`,
];

/** Rules that say exactly what they cover; usage; devices as pairing needs them. A rule of before covers nothing. */
const second: Migration = [
  "ALTER TABLE always_rule ADD COLUMN native_tool TEXT",
  "ALTER TABLE always_rule ADD COLUMN matcher TEXT",
  "ALTER TABLE always_rule ADD COLUMN place TEXT",
  "ALTER TABLE always_rule ADD COLUMN approval_id TEXT",
  "ALTER TABLE always_rule ADD COLUMN device_id TEXT",
  "CREATE INDEX always_rule_by_session ON always_rule(session_id)",
  "CREATE INDEX always_rule_by_project ON always_rule(project_id)",
  `CREATE TABLE usage (
    session_id TEXT NOT NULL REFERENCES session(id) ON DELETE CASCADE,
    turn_id TEXT NOT NULL,
    model TEXT NOT NULL,
    quarter INTEGER NOT NULL,
    input_tokens INTEGER NOT NULL,
    cached_input_tokens INTEGER NOT NULL,
    output_tokens INTEGER NOT NULL,
    reasoning_tokens INTEGER NOT NULL,
    cost_usd REAL,
    PRIMARY KEY (session_id, turn_id, model, quarter)
  ) STRICT, WITHOUT ROWID`,
  "CREATE INDEX usage_by_time ON usage(quarter)",
  "ALTER TABLE device ADD COLUMN state TEXT NOT NULL DEFAULT 'active' CHECK (state IN ('active', 'revoked'))",
  // Each scope by itself from now on; what was one of three is read once more, here.
  "ALTER TABLE device ADD COLUMN may_approve INTEGER NOT NULL DEFAULT 0",
  "ALTER TABLE device ADD COLUMN may_control INTEGER NOT NULL DEFAULT 0",
  "UPDATE device SET may_approve = scope IN ('approve', 'control'), may_control = scope = 'control'",
  "ALTER TABLE device ADD COLUMN platform TEXT",
  "ALTER TABLE device ADD COLUMN signing_key BLOB",
  "ALTER TABLE device ADD COLUMN sealed_psk BLOB",
  "ALTER TABLE device ADD COLUMN epoch INTEGER NOT NULL DEFAULT 1",
  "ALTER TABLE device ADD COLUMN revoked_at INTEGER",
  "ALTER TABLE intent ADD COLUMN expires_at INTEGER",
  "CREATE INDEX intent_by_state ON intent(state, updated_at)",
];

/** What was made of a session's last turn, as its transcript says. */
const third: Migration = ["ALTER TABLE session ADD COLUMN disposition TEXT"];

/** How many worktrees stand ready for a project's next sessions. */
const fourth: Migration = ["ALTER TABLE project ADD COLUMN prewarm INTEGER NOT NULL DEFAULT 0"];

/**
 * Devices as the secure channel needs them: the key a device has announced, the highest version spoken with it, until when one
 * that nobody has heard of is taken (null: it has been heard of), and what it is limited to, as JSON.
 */
const fifth: Migration = [
  "ALTER TABLE device ADD COLUMN next_key BLOB",
  "ALTER TABLE device ADD COLUMN version INTEGER NOT NULL DEFAULT 0",
  "ALTER TABLE device ADD COLUMN confirm_by INTEGER",
  "ALTER TABLE device ADD COLUMN can_push INTEGER NOT NULL DEFAULT 0",
  "ALTER TABLE device ADD COLUMN limits TEXT",
  "CREATE INDEX device_by_key ON device(public_key)",
];

/** Where agents run, and which hosts they may reach, as JSON: of a project as it was set, of a session as its transcript says. */
const sixth: Migration = [
  "ALTER TABLE project ADD COLUMN sandbox TEXT",
  "ALTER TABLE project ADD COLUMN allowed_hosts TEXT",
  "ALTER TABLE session ADD COLUMN sandbox TEXT",
  "ALTER TABLE session ADD COLUMN allowed_hosts TEXT",
];

/** Whether the agents of a project have the guard before git. */
const seventh: Migration = ["ALTER TABLE project ADD COLUMN git_guard INTEGER NOT NULL DEFAULT 1"];

export const migrations: readonly Migration[] = [first, second, third, fourth, fifth, sixth, seventh];
