/** One promise of the product, and where it was made. A test proves it by citing its id in square brackets. */
export type Requirement = { readonly id: string; readonly source: string; readonly promise: string }

/** Promises of the document that asked for the session tools. */
export const requirements: readonly Requirement[] = [
  {
    id: 'SEED-01',
    source: 'seed 000, part 1',
    promise:
      'Five tools, session_list, session_search, session_create, session_send and session_deliveries, are there for a running Turn on the server cherry-tools.',
  },
  {
    id: 'SEED-02',
    source: 'seed 000, part 2',
    promise:
      'Names are labels; a Session is addressed by its immutable id only, as list, search or a delivery gave it.',
  },
  {
    id: 'SEED-03',
    source: 'seed 000, part 2',
    promise:
      'session_list enumerates deterministically: agent_id filters, the cursor is opaque, limit is 50 by default and at most 100, the caller’s own Session is marked.',
  },
  {
    id: 'SEED-04',
    source: 'seed 000, part 2',
    promise:
      'session_search takes 1 to 4096 characters; agent_id applies before ranking and before the limit; limit is 20 by default, at most 100, and counts distinct Sessions.',
  },
  {
    id: 'SEED-05',
    source: 'seed 000, part 2',
    promise:
      'Search gives message evidence (id, snippet, time) and metadata evidence (name, description), merged by Session; metadata alone is a hit.',
  },
  {
    id: 'SEED-06',
    source: 'seed 000, part 3',
    promise:
      'session_create makes a Session of the caller’s Agent with its first completion request, inherits model and workspace, and answers with ids at once.',
  },
  {
    id: 'SEED-07',
    source: 'seed 000, part 3',
    promise: 'session_send answers at once with a request id; reply is none by default, or completion.',
  },
  {
    id: 'SEED-08',
    source: 'seed 000, part 3',
    promise: 'Each delivery has a Turn of its own, in order, and its final output belongs to that request.',
  },
  {
    id: 'SEED-09',
    source: 'seed 000, part 3',
    promise: 'A durable, frozen result is delivered into the caller’s Session by itself.',
  },
  {
    id: 'SEED-10',
    source: 'seed 000, part 3',
    promise:
      'All five tools need an interactive Turn with somebody to answer; headless, channel and delivery Turns get SESSION_TOOL_FORBIDDEN.',
  },
  {
    id: 'SEED-11',
    source: 'seed 000, part 3',
    promise: 'A runtime that no longer owns its Session gets SENDER_FORBIDDEN.',
  },
  {
    id: 'SEED-12',
    source: 'seed 000, part 3',
    promise:
      'session_send and session_create ask a person on every call, without any bypass; after a denial nothing is sent or tried in another way.',
  },
  {
    id: 'SEED-13',
    source: 'seed 000, part 4',
    promise:
      'session_deliveries filters by direction and status, answers a request with its result whatever the direction, 20 by default and at most 100.',
  },
  {
    id: 'SEED-14',
    source: 'seed 000, part 4',
    promise:
      'A delivery goes accepted, delivering, consumed, or failed; its outcome is success, failed or interrupted.',
  },
  {
    id: 'SEED-15',
    source: 'seed 000, part 4',
    promise:
      'The envelope records version, both parties and their snapshots, reply policy, source message, outcome, error and time.',
  },
  { id: 'SEED-16', source: 'seed 000, part 4', promise: 'Accepted requests and final results survive a restart.' },
  {
    id: 'SEED-17',
    source: 'seed 000, part 4',
    promise: 'Nothing promises exactly-once for outside effects; users and agents are told so.',
  },
  {
    id: 'SEED-18',
    source: 'seed 000, part 5',
    promise:
      'The guide teaches what to do when nothing fits, only metadata matches, the person says no, a delivery fails or stalls.',
  },
  {
    id: 'SEED-19',
    source: 'seed 000, part 3',
    promise: 'There is no unattended chain: a delivered Turn cannot delegate on.',
  },
  {
    id: 'TURN-01',
    source: 'design 6',
    promise: 'A person’s message goes before waiting Deliveries, but after two in a row a waiting Delivery goes next.',
  },
  {
    id: 'TURN-02',
    source: 'design 6',
    promise:
      'History is well formed and holds the messages of ended Turns in Turn order; left-out messages are absent; a repeated Turn is shown by its repeat.',
  },
  {
    id: 'TURN-03',
    source: 'design 6',
    promise: 'A runtime that does not end 10 s after an abort is cut off, and its later events are dropped.',
  },
  {
    id: 'TURN-04',
    source: 'design 6',
    promise: 'A silent Turn ends TURN_STALLED; waiting for a person and sleep do not count.',
  },
  {
    id: 'TURN-05',
    source: 'design 6',
    promise: 'Headless Turns share a limit; free places go to the longest waiting, one a Session in turn.',
  },
  {
    id: 'TURN-06',
    source: 'design 6',
    promise: 'A window that attaches late gets the whole text so far and then every change.',
  },
  {
    id: 'TURN-07',
    source: 'design 6',
    promise: 'A queued message survives a restart; one older than 24 h asks first.',
  },
  {
    id: 'APPR-01',
    source: 'design 8',
    promise: 'An approval is settled once by compare-and-set; later answers are told who won.',
  },
  {
    id: 'APPR-02',
    source: 'design 8',
    promise: 'Approving and accepting commit together; when Accept refuses, the approval is cancelled with its code.',
  },
  {
    id: 'APPR-03',
    source: 'design 8',
    promise:
      'When the Turn ends or its call is cancelled, the approval is cancelled in that step; a settled one is never sent.',
  },
  {
    id: 'APPR-04',
    source: 'design 8',
    promise: 'What the end of the app leaves over may be sent once by the person; after seven days it expires.',
  },
  { id: 'APPR-05', source: 'design 5', promise: 'A person is present while a window is connected and for 10 s after.' },
  {
    id: 'APPR-06',
    source: 'design 5',
    promise:
      'An idempotency key is held from the moment of asking: joined, returned, denied again, or refused for other arguments.',
  },
  {
    id: 'DELV-01',
    source: 'design 7',
    promise: 'Every completion request ends with exactly one result, written in the transaction that ends it.',
  },
  {
    id: 'DELV-02',
    source: 'design 7',
    promise: 'After a crash a delivering request is settled, never run again, and its caller is told.',
  },
  {
    id: 'CTRL-01',
    source: 'issue 3',
    promise:
      'A person sends a failed or interrupted request again as a new one that names the old; one retry is open at a time.',
  },
  {
    id: 'CTRL-02',
    source: 'design 7',
    promise: 'A request that has not started by the time set in its approval expires and never starts late.',
  },
  {
    id: 'CTRL-03',
    source: 'design 7',
    promise: 'A kept result waits for the person: Wake runs its Turn, Mark read takes it in without one.',
  },
  {
    id: 'CTRL-04',
    source: 'design 7',
    promise: 'Pause stops claims only; accepting goes on, and what waits runs after Resume.',
  },
  {
    id: 'CTRL-05',
    source: 'issue 3',
    promise: 'Receipts name each step with its time and claim none before it is true.',
  },
  {
    id: 'STOR-01',
    source: 'design 4',
    promise: 'An I/O or full-disk error changes no state; what was asked stays open and works once there is room.',
  },
  {
    id: 'DELV-03',
    source: 'design 7',
    promise: 'A target outage is retried with backoff and a visible count, and ends at a limit.',
  },
]
