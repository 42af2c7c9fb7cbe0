import { once } from 'node:events'
import { createWriteStream, readFileSync } from 'node:fs'
import { mkdtemp, open, rm, stat } from 'node:fs/promises'
import { get, type IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { ensureBuilt } from '../bin/builds.js'
import { invoicesFilePath } from '../src/backoffice/reports/contract.ts'
import type { InvoiceContent } from '../src/money/invoices/contract.ts'
import { createUserWithoutMail } from '../src/people/accounts/service.ts'
import { openPostgres } from '../src/platform/db/postgres/openPostgres.ts'
import { openPostgresServer } from '../tests/support/postgres.ts'
import { startServer } from '../tests/support/server.ts'
import { createTestClient, type TestClient } from '../tests/support/shop.ts'
import { readZipEnd } from './zipEnd.ts'

/**
 * `npm run bench:invoices`: the ZIP of a quarter with 100,000 invoices, on a PostgreSQL of its own; `-- 5000` for fewer. Counts its files,
 * and measures the memory in each third, the throughput, and how long another call takes meanwhile.
 */
const INVOICES = Number(process.argv[2] ?? 100_000)
const QUARTER = '2026-Q3'
const SAMPLE_MS = 100
const MEGABYTE = 1024 ** 2

const content: InvoiceContent = {
  seller: {
    name: 'Gloed',
    address: ['Kerkstraat 1', '2000 Antwerpen', 'België'],
    companyNumber: '0123.456.749',
    vatNumber: 'BE0123456749',
    email: 'post@gloed.test',
    legalForm: 'COMPANY',
    phone: null,
  },
  buyer: ['Sam de Wit', 'Dorpsstraat 12', '1234 AB Utrecht', 'Nederland'],
  subject: '',
  lines: [
    {
      text: 'Zijden kamerjas, wijnrood',
      quantity: 1,
      unitCents: 1210,
      vat: { taxClass: 'STANDARD', category: 'STANDARD', rate: 21, vatCents: 210, supply: 'GOODS' },
    },
    {
      text: 'Boek: Samen lezen',
      quantity: 2,
      unitCents: 545,
      vat: { taxClass: 'BOOKS', category: 'REDUCED', rate: 9, vatCents: 90, supply: 'GOODS' },
    },
  ],
  vat: {
    scheme: 'OSS',
    sellerCountry: 'BE',
    place: 'NL',
    country: 'NL',
    basis: 'TAXED',
    evidence: [],
    groups: [
      { category: 'STANDARD', rate: 21, grossCents: 1210, vatCents: 210 },
      { category: 'REDUCED', rate: 9, grossCents: 1090, vatCents: 90 },
    ],
  },
  credits: null,
}

const postgres = await openPostgresServer()
const url = await postgres.create()
const admin = { email: 'admin@bench.test', password: 'een-goed-wachtwoord' }
await prepare()
const shop = await startServer({
  env: {
    DATABASE_URL: url,
    BUILD_DIR: await ensureBuilt(process.execPath),
    DEMO: 'off',
    RATE_LIMIT_FACTOR: '10000',
    LOG_LEVEL: 'warn',
  },
})
const folder = await mkdtemp(join(tmpdir(), 'gloed-invoices-'))

/** An admin, and invoices with two rates of VAT each, spread over the days of the quarter. */
async function prepare(): Promise<void> {
  const database = await openPostgres(url)
  const person = { displayName: 'Beheer', firstName: null, lastName: null, dateOfBirth: null }
  await createUserWithoutMail(database.db, { ...person, ...admin }, new Date(), 'ADMIN')
  await database.db.execute(sql`
    insert into invoices (id, kind, number, user_id, subject_id, content, total_cents, issued_at)
    select gen_random_uuid(), 'INVOICE', 'F2026-' || lpad(n::text, 6, '0'), (select id from users limit 1), gen_random_uuid(),
      ${JSON.stringify(content)}::jsonb || jsonb_build_object('subject', 'Bestelling 2026-' || lpad(n::text, 6, '0')),
      2300, '2026-07-01T10:00:00Z'::timestamptz + n * interval '90 days' / ${INVOICES}::int
    from generate_series(1, ${INVOICES}::int) n`)
  await database.close()
}

/** Downloads the ZIP into a file. */
async function download(cookie: string, file: string, onBytes: (bytes: number) => void): Promise<void> {
  const request = get(new URL(invoicesFilePath(QUARTER), shop.origin), { headers: { cookie } })
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  if (response.statusCode !== 200) throw new Error(`answered ${response.statusCode}`)
  response.on('data', (chunk: Buffer) => onBytes(chunk.length))
  await pipeline(response, createWriteStream(file))
}

/** The server's memory in bytes. */
const memory = (): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${shop.pid}/status`, 'utf8'))?.[1]) * 1024

interface Sample {
  bytes: number
  memory: number
}

/** Samples the memory, and asks for a small answer, until it ends. */
function watch(client: TestClient, bytes: () => number) {
  const samples: Sample[] = []
  const waits: number[] = []
  let isOver = false
  const look = async () => {
    while (!isOver) {
      samples.push({ bytes: bytes(), memory: memory() })
      const asked = performance.now()
      await client.request('GET', '/api/user')
      waits.push(performance.now() - asked)
      await pause(SAMPLE_MS)
    }
  }
  const looked = look()
  return {
    async end() {
      isOver = true
      await looked
      return { samples, waits: waits.toSorted((a, b) => a - b) }
    },
  }
}

async function measure(): Promise<void> {
  const keeper = createTestClient(shop.origin)
  await keeper.request('POST', '/api/login', admin)
  const idle = memory()
  let received = 0
  const watcher = watch(keeper, () => received)
  const file = join(folder, 'invoices.zip')
  const begun = performance.now()
  await download(keeper.cookie(), file, bytes => (received += bytes))
  const seconds = (performance.now() - begun) / 1000
  const { samples, waits } = await watcher.end()
  const { size } = await stat(file)
  const handle = await open(file)
  const { entries, isZip64 } = await readZipEnd(handle, size)
  await handle.close()
  if (entries !== 2 * INVOICES) throw new Error(`${entries} files in the ZIP instead of ${2 * INVOICES}`)
  const thirds = [0, 1, 2].map(third =>
    Math.max(
      ...samples
        .filter(({ bytes }) => Math.min(2, Math.floor((3 * bytes) / size)) === third)
        .map(sample => sample.memory),
    ),
  )
  const [first = NaN, , last = NaN] = thirds
  const at = (part: number) => (waits[Math.floor(part * (waits.length - 1))] ?? NaN).toFixed(0)
  console.log(
    `${INVOICES} invoices: ${entries} files, ${(size / MEGABYTE).toFixed(0)} MB${isZip64 ? ' (ZIP64)' : ''} in ${seconds.toFixed(0)} s: ` +
      `${(INVOICES / seconds).toFixed(0)} invoices and ${(size / MEGABYTE / seconds).toFixed(1)} MB a second`,
  )
  console.log(
    `memory: idle ${(idle / MEGABYTE).toFixed(0)} MB; at most ${thirds.map(most => (most / MEGABYTE).toFixed(0)).join(', ')} MB ` +
      `in each third, the last ${(last / first).toFixed(2)} times the first`,
  )
  console.log(`a small call meanwhile: ${at(0.5)} ms (median), ${at(0.99)} ms (99%), ${at(1)} ms at most`)
}

try {
  await measure()
} finally {
  await shop.stop()
  await postgres.close()
  await rm(folder, { recursive: true, force: true })
}
