CREATE TABLE agents (
  id TEXT PRIMARY KEY NOT NULL,
  name TEXT NOT NULL CHECK (name <> ''),
  emoji TEXT NOT NULL,
  runtime TEXT NOT NULL CHECK (json_valid(runtime)),
  instructions TEXT NOT NULL,
  workspace TEXT NOT NULL CHECK (json_valid(workspace)),
  reach TEXT NOT NULL CHECK (reach IN ('open', 'listed', 'hidden')),
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  deleted_at INTEGER
);

CREATE TABLE sessions (
  id TEXT PRIMARY KEY NOT NULL,
  agent_id TEXT REFERENCES agents (id) ON DELETE SET NULL,
  name TEXT NOT NULL,
  name_set_by_person INTEGER NOT NULL CHECK (name_set_by_person IN (0, 1)),
  description TEXT NOT NULL,
  workspace TEXT NOT NULL,
  origin TEXT NOT NULL,
  reach TEXT NOT NULL CHECK (reach IN ('open', 'listed', 'hidden')),
  created_at INTEGER NOT NULL,
  last_activity_at INTEGER NOT NULL,
  seen_at INTEGER,
  pinned_at INTEGER,
  order_key TEXT,
  trashed_at INTEGER,
  deleting_at INTEGER
);
CREATE INDEX sessions_created ON sessions (created_at, id);
CREATE INDEX sessions_activity ON sessions (last_activity_at, id);
CREATE INDEX sessions_agent ON sessions (agent_id, created_at, id);

CREATE TABLE turns (
  id TEXT PRIMARY KEY NOT NULL,
  session_id TEXT NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
  interaction TEXT NOT NULL CHECK (interaction IN ('interactive', 'headless')),
  origin TEXT NOT NULL CHECK (origin IN ('person', 'request', 'result', 'channel')),
  state TEXT NOT NULL CHECK (state IN ('queued', 'running', 'succeeded', 'failed', 'interrupted')),
  input_message_id TEXT NOT NULL,
  repeat_of TEXT,
  trace_id TEXT NOT NULL,
  hop INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  started_at INTEGER,
  ended_at INTEGER,
  error_code TEXT,
  error_message TEXT,
  usage TEXT CHECK (usage IS NULL OR json_valid(usage)),
  steps INTEGER NOT NULL,
  needs_consent INTEGER NOT NULL CHECK (needs_consent IN (0, 1)),
  CHECK (state = 'queued' OR state = 'interrupted' OR started_at IS NOT NULL),
  CHECK ((state IN ('queued', 'running')) = (ended_at IS NULL))
);
CREATE UNIQUE INDEX turns_one_running ON turns (session_id) WHERE state = 'running';
CREATE INDEX turns_started ON turns (session_id, started_at, id);
CREATE INDEX turns_repeat ON turns (repeat_of) WHERE repeat_of IS NOT NULL;
CREATE INDEX turns_open ON turns (state, session_id) WHERE state IN ('queued', 'running');

CREATE TABLE messages (
  id TEXT PRIMARY KEY NOT NULL,
  session_id TEXT NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
  turn_id TEXT,
  position INTEGER,
  role TEXT NOT NULL CHECK (role IN ('user', 'assistant', 'checkpoint')),
  parts TEXT NOT NULL CHECK (json_valid(parts)),
  text TEXT NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('streaming', 'complete', 'failed', 'interrupted')),
  in_chat INTEGER NOT NULL CHECK (in_chat IN (0, 1)),
  left_out INTEGER NOT NULL CHECK (left_out IN (0, 1)),
  created_at INTEGER NOT NULL
);
CREATE UNIQUE INDEX messages_position ON messages (session_id, position);
CREATE INDEX messages_turn ON messages (turn_id);
CREATE INDEX messages_waiting ON messages (session_id, created_at, id);

CREATE TABLE deliveries (
  id TEXT PRIMARY KEY NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('request', 'result')),
  sender_agent_id TEXT NOT NULL,
  sender_session_id TEXT NOT NULL,
  sender_agent_name TEXT NOT NULL,
  sender_session_name TEXT NOT NULL,
  receiver_agent_id TEXT NOT NULL,
  receiver_session_id TEXT NOT NULL,
  receiver_agent_name TEXT NOT NULL,
  receiver_session_name TEXT NOT NULL,
  reply_policy TEXT NOT NULL CHECK (reply_policy IN ('none', 'completion')),
  status TEXT NOT NULL CHECK (status IN ('accepted', 'delivering', 'consumed', 'failed')),
  outcome TEXT CHECK (outcome IN ('success', 'failed', 'interrupted')),
  error_code TEXT,
  error_message TEXT,
  message_id TEXT NOT NULL,
  source_message_id TEXT,
  in_reply_to TEXT,
  turn_id TEXT,
  seq INTEGER NOT NULL CHECK (seq > 0),
  approval_id TEXT,
  idempotency_key TEXT,
  argument_hash TEXT,
  trace_id TEXT NOT NULL,
  hop INTEGER NOT NULL CHECK (hop >= 1),
  retry_of TEXT,
  expires_at INTEGER,
  on_result TEXT NOT NULL CHECK (on_result IN ('wake', 'keep')),
  held INTEGER NOT NULL CHECK (held IN (0, 1)),
  attempts INTEGER NOT NULL CHECK (attempts >= 0),
  next_try_at INTEGER,
  last_error_code TEXT,
  last_error_message TEXT,
  accepted_at INTEGER NOT NULL,
  started_at INTEGER,
  finished_at INTEGER,
  seen_at INTEGER,
  status_at INTEGER NOT NULL,
  CHECK (held = 0 OR kind = 'result'),
  CHECK (status <> 'delivering' OR turn_id IS NOT NULL),
  CHECK ((kind = 'result') = (in_reply_to IS NOT NULL)),
  CHECK (kind = 'request' OR reply_policy = 'none'),
  CHECK ((status IN ('consumed', 'failed')) = (finished_at IS NOT NULL)),
  CHECK (kind = 'result' OR status NOT IN ('consumed', 'failed') OR outcome IS NOT NULL)
);
CREATE UNIQUE INDEX deliveries_one_result ON deliveries (in_reply_to);
CREATE UNIQUE INDEX deliveries_seq ON deliveries (receiver_session_id, seq);
CREATE UNIQUE INDEX deliveries_message ON deliveries (message_id);
CREATE UNIQUE INDEX deliveries_key ON deliveries (sender_session_id, idempotency_key) WHERE idempotency_key IS NOT NULL;
CREATE INDEX deliveries_open ON deliveries (receiver_session_id, status, seq) WHERE status IN ('accepted', 'delivering');
CREATE INDEX deliveries_open_sent ON deliveries (sender_session_id, status) WHERE status IN ('accepted', 'delivering');
CREATE INDEX deliveries_turn ON deliveries (turn_id);
CREATE INDEX deliveries_time ON deliveries (accepted_at, id);
CREATE INDEX deliveries_sender ON deliveries (sender_session_id, accepted_at, id);
CREATE INDEX deliveries_receiver ON deliveries (receiver_session_id, accepted_at, id);
CREATE INDEX deliveries_retry ON deliveries (retry_of);

CREATE TABLE approvals (
  id TEXT PRIMARY KEY NOT NULL,
  turn_id TEXT NOT NULL,
  tool_call_id TEXT NOT NULL,
  tool TEXT NOT NULL CHECK (tool IN ('session_send', 'session_create')),
  sender_agent_id TEXT NOT NULL,
  sender_session_id TEXT NOT NULL,
  sender_agent_name TEXT NOT NULL,
  sender_session_name TEXT NOT NULL,
  target_agent_id TEXT NOT NULL,
  target_session_id TEXT,
  arguments TEXT NOT NULL CHECK (json_valid(arguments)),
  argument_hash TEXT NOT NULL,
  idempotency_key TEXT,
  preview TEXT NOT NULL CHECK (json_valid(preview)),
  options TEXT NOT NULL CHECK (json_valid(options)),
  state TEXT NOT NULL CHECK (state IN ('pending', 'approved', 'denied', 'cancelled', 'expired')),
  edited_text TEXT,
  reason TEXT,
  error_code TEXT,
  error_message TEXT,
  waiter_lost_at INTEGER,
  created_at INTEGER NOT NULL,
  decided_at INTEGER,
  decided_by TEXT,
  request_id TEXT,
  CHECK ((state = 'pending') = (decided_at IS NULL)),
  CHECK ((state = 'approved') = (request_id IS NOT NULL)),
  CHECK ((tool = 'session_send') <= (target_session_id IS NOT NULL))
);
CREATE UNIQUE INDEX approvals_key ON approvals (sender_session_id, idempotency_key)
  WHERE idempotency_key IS NOT NULL AND state IN ('pending', 'approved', 'denied');
CREATE INDEX approvals_open ON approvals (created_at) WHERE state = 'pending';
CREATE INDEX approvals_turn ON approvals (turn_id);
CREATE INDEX approvals_decided ON approvals (decided_at, id);

CREATE TABLE audit_log (
  seq INTEGER PRIMARY KEY NOT NULL,
  at INTEGER NOT NULL,
  actor TEXT NOT NULL,
  subject_type TEXT NOT NULL,
  subject_id TEXT NOT NULL,
  event TEXT NOT NULL,
  detail TEXT NOT NULL CHECK (json_valid(detail)),
  previous_hash TEXT NOT NULL,
  hash TEXT NOT NULL
);
CREATE INDEX audit_log_subject ON audit_log (subject_type, subject_id, seq);
CREATE TRIGGER audit_log_no_update BEFORE UPDATE ON audit_log BEGIN SELECT RAISE(ABORT, 'audit_log is append-only'); END;
CREATE TRIGGER audit_log_no_delete BEFORE DELETE ON audit_log BEGIN SELECT RAISE(ABORT, 'audit_log is append-only'); END;

CREATE TABLE search_pending (
  seq INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('message', 'session')),
  ref_id TEXT NOT NULL
);

CREATE TABLE settings (
  key TEXT PRIMARY KEY NOT NULL,
  value TEXT NOT NULL CHECK (json_valid(value))
);

CREATE TABLE browser_keys (
  id TEXT PRIMARY KEY NOT NULL,
  hash TEXT NOT NULL UNIQUE,
  label TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  last_seen_at INTEGER NOT NULL
);
