import { readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { ensureBuilt } from '../bin/builds.js'
import { createUserWithoutMail } from '../src/people/accounts/service.ts'
import type { BulkEdit } from '../src/shop/products/admin/bulk/contract.ts'
import { categories, products } from '../src/shop/products/catalog/table.ts'
import { openPostgres } from '../src/platform/db/postgres/openPostgres.ts'
import { openPostgresServer } from '../tests/support/postgres.ts'
import { createTestClient } from '../tests/support/shop.ts'
import { startServer } from '../tests/support/server.ts'

/**
 * `npm run bench:import`: a CSV file of 100,000 new products, and one that changes the price and stock of each, on a PostgreSQL of its own;
 * `-- 10000` for fewer. Measures the duration, the memory, and a customer's response time meanwhile.
 */
const LINES = Number(process.argv[2] ?? 100_000)
const LOOK_MS = 100
const watched = 'lamp'

const postgres = await openPostgresServer()
const url = await postgres.create()
const admin = { email: 'admin@bench.test', password: 'een-goed-wachtwoord' }
await prepare()
const BUILD_DIR = await ensureBuilt(process.execPath)
const shop = await startServer({
  env: { DATABASE_URL: url, BUILD_DIR, DEMO: 'off', RATE_LIMIT_FACTOR: '10000', LOG_LEVEL: 'warn' },
})
const keeper = createTestClient(shop.origin)

/** A category, and an admin who may import. */
async function prepare(): Promise<void> {
  const database = await openPostgres(url)
  const [category] = await database.db
    .insert(categories)
    .values({ name: 'Kaarsen', slug: 'kaarsen' })
    .returning()
  const product = {
    name: 'Lamp',
    sku: watched,
    slug: watched,
    price: 100,
    categoryId: category?.id as string,
  }
  await database.db.insert(products).values(product)
  const person = { displayName: 'Beheer', firstName: null, lastName: null, dateOfBirth: null }
  await createUserWithoutMail(database.db, { ...person, ...admin }, new Date(), 'ADMIN')
  await database.close()
}

const head = 'SKU;Naam;Omschrijving;Categorie;Prijs;Voorraad'
const lineOf = (index: number, cents: number, stock: number): string =>
  `B-${index};"Kaars ${index}";"Een rustige geur, nummer ${index}; brandt ${index % 60} uur.";kaarsen;${cents / 100};${stock}`
const fileOf = (cents: number, stock: number): string =>
  [head, ...Array.from({ length: LINES }, (_, index) => lineOf(index, cents, stock))].join('\n')

async function run(name: string, file: string): Promise<void> {
  const form = new FormData()
  form.append('addsNew', 'true')
  form.append('file', new Blob([file]), 'producten.csv')
  const waits = customerWaits()
  const begun = performance.now()
  const { body } = await keeper.request('POST', '/api/admin/product-imports', form)
  const { id } = body as BulkEdit
  await reach(id, 'READY')
  const checked = performance.now()
  await keeper.request('POST', `/api/admin/bulk-edits/${id}/apply`)
  const { counts } = await reach(id, 'DONE')
  const done = performance.now()
  const { middle, longest } = await waits.end()
  const outcome = Object.entries(counts).filter(([, lines]) => lines > 0)
  console.log(
    `${name}: ${outcome.map(([verdict, lines]) => `${lines} ${verdict}`).join(', ')}; ` +
      `${(file.length / 1024 ** 2).toFixed(1)} MB, checked in ${seconds(checked - begun)}, applied in ${seconds(done - checked)}; ` +
      `a customer waits ${middle.toFixed(0)} ms (median), ${longest.toFixed(0)} ms at most; peak memory ${peakMegabytes()} MB`,
  )
}

const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`

async function reach(id: string, state: BulkEdit['state']): Promise<BulkEdit> {
  for (;;) {
    const { body } = await keeper.request('GET', `/api/admin/bulk-edits/${id}`)
    const bulk = body as BulkEdit
    if (bulk.state === state) return bulk
    if (bulk.state === 'FAILED') throw new Error(bulk.problem ?? 'failed')
    await pause(LOOK_MS)
  }
}

/** A customer who requests a product repeatedly meanwhile. */
function customerWaits() {
  const times: number[] = []
  let isOver = false
  const walk = async () => {
    while (!isOver) {
      const asked = performance.now()
      await (await fetch(`${shop.origin}/api/products/${watched}`)).text()
      times.push(performance.now() - asked)
      await pause(LOOK_MS)
    }
  }
  const walked = walk()
  return {
    async end() {
      isOver = true
      await walked
      const sorted = times.toSorted((a, b) => a - b)
      return { middle: sorted[Math.floor(sorted.length / 2)] ?? NaN, longest: sorted.at(-1) ?? NaN }
    },
  }
}

/** The server's peak memory. */
const peakMegabytes = (): number =>
  Math.round(Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${shop.pid}/status`, 'utf8'))?.[1]) / 1024)

try {
  await keeper.request('POST', '/api/login', admin)
  console.log(`idle: peak memory ${peakMegabytes()} MB`)
  await run('new', fileOf(1495, 8))
  await run('changed', fileOf(1595, 9))
  await run('the same again', fileOf(1595, 9))
} finally {
  await shop.stop()
  await postgres.close()
}
