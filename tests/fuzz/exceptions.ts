import type { Change } from './changes.ts'

interface MeantChange extends Pick<Change, 'table' | 'kind'> {
  /** The operations; all when it is left out. */
  of?: RegExp
  /** The columns that may change; all when it is left out. */
  columns?: string[]
  why: string
}

/** The tables that a refused request writes by design. */
export const writtenOnRefusal: MeantChange[] = [
  {
    table: 'login_sessions',
    kind: 'UPDATE',
    columns: ['expires_at'],
    why: 'every use of a session extends it',
  },
  {
    table: 'pending_logins',
    kind: 'UPDATE',
    columns: ['tries'],
    of: /login\/totp/,
    why: 'wrong codes are counted',
  },
  {
    table: 'passkey_challenges',
    kind: 'DELETE',
    of: /passkey/,
    why: 'a challenge is answered once, also when wrong',
  },
  {
    table: 'toy_control_sessions',
    kind: 'UPDATE',
    columns: [
      'metered_at',
      'metered_ms',
      'heartbeat_at',
      'minutes_used',
      'paused_at',
      'unreachable_at',
      'refused_minute',
      'controlled_by',
      'controlled_until',
      'generation',
    ],
    why: 'a running session is metered meanwhile, also by a node that has just taken it over',
  },
  {
    table: 'mails',
    kind: 'UPDATE',
    columns: ['sent_at', 'attempts', 'last_error', 'failed_at'],
    why: 'a job sends mails meanwhile',
  },
  {
    table: 'mails',
    kind: 'INSERT',
    of: /admin\/mails\/\{mailId\}\/send/,
    why: 'a job queues another mail meanwhile; the operation itself changes one that exists',
  },
  ...['account_tokens', 'download_tokens'].map(table => ({
    table,
    kind: 'INSERT' as const,
    why: 'a job writes mails meanwhile, and makes the tokens of their links',
  })),
  {
    table: 'pictures',
    kind: 'UPDATE',
    columns: ['status', 'done', 'address', 'problem'],
    why: 'a job draws pictures meanwhile',
  },
  {
    table: 'shipping_labels',
    kind: 'UPDATE',
    why: 'jobs have labels made, and follow their parcels, meanwhile',
  },
  {
    table: 'invoice_series',
    kind: 'UPDATE',
    columns: ['last_serial'],
    of: /reports\/\{quarter\}\/close/,
    why: 'who closes a quarter waits for the series, and a job issues an invoice meanwhile',
  },
  {
    table: 'toys',
    kind: 'UPDATE',
    columns: ['last_active', 'battery_level', 'status'],
    why: 'the app of a creator reports her toys meanwhile',
  },
  {
    table: 'toy_queue',
    kind: 'UPDATE',
    columns: ['claim_until'],
    why: 'whose turn it is changes with time',
  },
  {
    table: 'data_exports',
    kind: 'UPDATE',
    columns: ['file_key', 'ready_at', 'expires_at', 'files_done', 'files_total'],
    why: 'a job makes the file meanwhile',
  },
]

/** Operations that no role reaches here, with the reason. */
export const reachedByNobody: Record<string, string> = {
  'POST /api/setup/admin': 'there are admins',
  'POST /api/creator-application/identity/answer': 'only the identity provider gives a code that is accepted',
  'GET /api/reachability': 'only a node of the shop can sign a challenge; the checklist does, and is reached',
}
