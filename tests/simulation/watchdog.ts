import pg from 'pg'

// The simulation's clock stands in the place of Node's.
const { setTimeout: realTimeout, setInterval: realInterval, clearInterval: realClear } = globalThis

/** In real milliseconds. */
const LIMITS = {
  /** How often it looks. */
  lookMs: 1000,
  /** After so long without any progress an episode hangs. */
  quietMs: 90_000,
  /** No episode takes longer, however slow the machine is. */
  mostMs: 900_000,
}

/**
 * Waits for an episode, by the real clock.
 * @param progress a number that grows while anything happens
 * @returns `stuck` after too long without progress, or in all
 */
export async function watch<T>(
  work: Promise<T>,
  progress: () => number,
  { lookMs, quietMs, mostMs } = LIMITS,
): Promise<{ value: T } | { stuck: string }> {
  let timer: NodeJS.Timeout | undefined
  const stuck = new Promise<{ stuck: string }>(resolve => {
    let [forMs, allMs, seen] = [0, 0, progress()]
    timer = realInterval(() => {
      const at = progress()
      forMs = at === seen ? forMs + lookMs : 0
      seen = at
      allMs += lookMs
      if (forMs >= quietMs) resolve({ stuck: `nothing has happened for ${quietMs / 1000} s` })
      else if (allMs >= mostMs) resolve({ stuck: `it has not ended after ${mostMs / 1000} s` })
    }, lookMs)
  })
  try {
    return await Promise.race([work.then(value => ({ value })), stuck])
  } finally {
    realClear(timer)
    // The work in progress fails when its database goes.
    work.catch(() => undefined)
  }
}

/** The state of each connection of a database, and the lock that it waits for. */
export async function describeConnections(url: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => undefined)
  const look = async () => {
    await client.connect()
    const { rows } = await client.query<{ line: string }>(`
      select pid || ' ' || coalesce(state, '') || ', waits for ' || coalesce(wait_event_type || ' ' || wait_event, 'nothing')
        || ', blocked by ' || pg_blocking_pids(pid)::text || ': ' || left(regexp_replace(query, '\\s+', ' ', 'g'), 160) as line
      from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() order by pid`)
    void client.end()
    return rows.map(({ line }) => line)
  }
  const tooLate = new Promise<string[]>(resolve => realTimeout(resolve, 5000, ['PostgreSQL does not answer']))
  return Promise.race([look().catch((error: unknown) => [String(error)]), tooLate])
}
