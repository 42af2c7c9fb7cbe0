import { ensureBuilt } from '../bin/builds.js'
import { startServer } from '../tests/support/server.ts'

/** How long a login with a wrong password takes for an e-mail address with an account, and for one without. */
const TRIES = 200
const factor = { RATE_LIMIT_FACTOR: '10000' }

const BUILD_DIR = await ensureBuilt(process.execPath)
const shop = await startServer({ env: { ...factor, LOG_LEVEL: 'warn', BUILD_DIR } })
const post = (path: string, body: object) =>
  fetch(`${shop.origin}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })

async function took(email: string): Promise<number> {
  const start = performance.now()
  const answer = await post('/api/login', { email, password: 'zeker-niet-het-goede' })
  await answer.text()
  if (answer.status !== 401) throw new Error(`answered ${answer.status}`)
  return performance.now() - start
}

const median = (times: number[]): number =>
  times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? NaN

try {
  const email = 'bekend@gloed.test'
  await post('/api/register', { email, password: 'een-goed-wachtwoord', displayName: 'Bekend' })
  for (let times = 0; times < 10; times += 1) await took(email)
  const known: number[] = []
  const unknown: number[] = []
  // Alternates, with each going first equally often, so that other load on the machine affects both alike.
  for (let times = 0; times < TRIES; times += 1) {
    const turns = [
      async () => known.push(await took(email)),
      async () => unknown.push(await took(`onbekend-${times}@gloed.test`)),
    ]
    for (const turn of times % 2 === 0 ? turns : turns.toReversed()) await turn()
  }
  const [one, other] = [median(known), median(unknown)]
  console.log(`${TRIES} tries each: known ${one.toFixed(1)} ms, unknown ${other.toFixed(1)} ms (medians)`)
  console.log(`gap ${Math.abs(one - other).toFixed(2)} ms`)
} finally {
  await shop.stop()
}
