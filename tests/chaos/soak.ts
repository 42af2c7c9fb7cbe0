import { runLoad, type LoadCall } from '../../bench/load.ts'
import { residentKilobytes } from '../../bench/helperProcess.ts'
import { addToCart } from '../../src/shop/cart/contract.ts'
import { heldMegabytes } from './heap.ts'
import { openWorld, type World } from './faults/world.ts'
import { compare } from './load/compare.ts'
import { createLedger, startLoad } from './load/load.ts'
import { prepareShop, type PreparedShop } from './load/shop.ts'
import { startUploads } from './load/uploads.ts'

/**
 * `npm run chaos:soak -- MINUTES`: two nodes behind a proxy at half of the calls that they can answer, while people buy, upload and control
 * toys. The memory of both has to be flat, and the books have to agree.
 * `-- --short` plays less than a minute, and looks at the memory after a garbage collection: a leak of some ten kilobytes a call shows in
 * that, one of less, one outside of Node's own memory, and one that takes hours do not.
 */
const IS_SHORT = process.argv[2] === '--short'
const MINUTES = Number(process.argv[2] ?? 30)
const MINUTE_SECONDS = 60
/** Of PostgreSQL's disk: the writes of half an hour of orders. */
const DISK_MEGABYTES = 6000
/** Of the short one: seconds of a phase, of which the first warms up, and calls a second, which a machine of any speed can answer. */
const PHASE_SECONDS = 15
const SHORT_CALLS = 150
/** The memory that the last phase may add, whatever was called: caches, and requests in progress at that moment. */
const MOST_MEGABYTES = 12
/** The last third of the time may hold so many times the memory of the second. */
const MOST_GROWTH = 1.05

const world = await openWorld(DISK_MEGABYTES)
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => void world.close().then(() => process.exit(1)))
try {
  const differences = await (IS_SHORT ? runShort(world) : run(world))
  for (const each of differences) console.log(`DIFFERENCE ${each}`)
  process.exitCode = differences.length === 0 ? 0 : 1
} finally {
  await world.close()
}
process.exit()

async function run({ origin, nodes, databaseUrl, providers }: World): Promise<string[]> {
  const ledger = createLedger()
  const prepared = await prepareShop([origin, origin], databaseUrl, providers)
  const [stopLoad, stopUploads] = [startLoad(prepared, ledger), startUploads(prepared.admin, ledger)]
  const calls = await prepareCalls(prepared)
  const call = (n: number) => calls[n % calls.length] as LoadCall
  const { perSecond: most } = await runLoad(origin, call, MINUTE_SECONDS)
  console.log(`at most ${Math.round(most)} calls/s; ${MINUTES} minutes at half of it`)
  const memory: [number, number][] = []
  for (let minute = 1; minute <= MINUTES; minute += 1) {
    const { perSecond, p50, p99 } = await runLoad(origin, call, MINUTE_SECONDS, most / 2)
    const [one, two] = nodes.map(node => Math.round(residentKilobytes(node.pid()) / 1024)) as [number, number]
    memory.push([one, two])
    console.log(`${minute}: ${Math.round(perSecond)} calls/s, p50 ${p50} p99 ${p99} ms, ${one} and ${two} MB`)
  }
  await stopLoad()
  const lost = await stopUploads()
  const differences = [...lost, ...(await compare(ledger, databaseUrl, providers)), ...growthOf(memory)]
  console.log(
    `${MINUTES} minutes, ${ledger.purchases.length} purchases, ${ledger.commands.length} commands, ${differences.length} differences`,
  )
  return differences
}

async function runShort({ origin, nodes, databaseUrl, providers }: World): Promise<string[]> {
  const ledger = createLedger()
  const prepared = await prepareShop([origin, origin], databaseUrl, providers)
  const [stopLoad, stopUploads] = [startLoad(prepared, ledger), startUploads(prepared.admin, ledger)]
  const calls = await prepareCalls(prepared)
  const held: number[][] = []
  for (let phase = 0; phase < 3; phase += 1) {
    await runLoad(origin, n => calls[n % calls.length] as LoadCall, PHASE_SECONDS, SHORT_CALLS)
    held.push(await Promise.all(nodes.map(node => heldMegabytes(node.inspectPort))))
  }
  await stopLoad()
  const lost = await stopUploads()
  const [, before = [], after = []] = held
  const grown = after.map((megabytes, node) => megabytes - (before[node] ?? 0))
  console.log(
    `soak: ${held.map(each => each.map(megabytes => megabytes.toFixed(1)).join(' and ')).join(', then ')} MB held, ${ledger.purchases.length} purchases, ${ledger.commands.length} commands`,
  )
  return [
    ...lost,
    ...(await compare(ledger, databaseUrl, providers)),
    ...grown.flatMap((megabytes, node) =>
      megabytes > MOST_MEGABYTES ? [`node ${node + 1} holds ${megabytes.toFixed(1)} MB more`] : [],
    ),
  ]
}

/** The calls of members who order nothing yet: look at pages and the catalogue, and change their carts. */
async function prepareCalls({
  controllers,
  productIds: [productId = ''],
}: PreparedShop): Promise<LoadCall[]> {
  const calls: LoadCall[] = []
  for (const { at } of controllers) {
    const { body } = await at[0].call(addToCart, { productId, quantity: 1 })
    const headers = { cookie: at[0].cookie() }
    calls.push(
      { path: '/shop', headers },
      { path: '/api/products', headers },
      { path: '/api/products/search?q=prodcut', headers },
      { path: '/api/user', headers },
      { path: '/api/cart', headers },
      { path: `/api/cart/${body.id}`, method: 'PUT', headers, body: { quantity: 2 } },
    )
  }
  return calls
}

function growthOf(memory: [number, number][]): string[] {
  const third = Math.floor(memory.length / 3)
  return ([0, 1] as const).flatMap(node => {
    const mean = (from: number, until: number) =>
      memory.slice(from, until).reduce((sum, each) => sum + each[node], 0) / third
    const growth = mean(memory.length - third, memory.length) / mean(third, 2 * third)
    return growth > MOST_GROWTH ? [`node ${node + 1} holds ${growth.toFixed(2)} times as much`] : []
  })
}
