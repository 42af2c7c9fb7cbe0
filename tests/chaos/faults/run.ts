import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { sendCommand } from '../../../src/live/sessions/contract.ts'
import { query } from '../../support/postgres.ts'
import { createTestClient } from '../../support/shop.ts'
import { compare } from '../load/compare.ts'
import { startFileUploads } from '../load/fileUploads.ts'
import { createLedger, startLoad, type Ledger } from '../load/load.ts'
import { until } from '../load/processes.ts'
import { prepareShop, type PreparedShop } from '../load/shop.ts'
import { startUploads } from '../load/uploads.ts'
import { allFaults, oneOfEachKind, type Fault } from './faults.ts'
import { openWorld, type World } from './world.ts'

/**
 * `npm run chaos -- ROUNDS`: two nodes behind a proxy lose each other and their resources, one after the other, while people buy, upload
 * and control toys. Promises must hold, `/readyz` must tell the truth, and 5 s after the cause is gone everything works again. `-- ROUNDS
 * PATTERN` plays those whose name matches. `-- --short` plays one of each kind, as `.ci/run` does, on a machine of any speed: whether
 * everything works again is asked there, how soon is not.
 */
const IS_SHORT = process.argv[2] === '--short'
const PATTERN = new RegExp(process.argv[3] ?? '')
/** In milliseconds. */
const FAULT_MS = 8000
const RECOVERY_MS = IS_SHORT ? 60_000 : 5000
const SILENT_MS = 3000
/** Until a packet that was under way has arrived. */
const SLACK_MS = 100
/** How long a node may take to notice that its database is gone: two of its own time limits. */
const NOTICE_MS = 6000
/** Of commands while a fault lasts, by each node: fewer mean that nothing was tried. */
const LEAST_COMMANDS = 5

const faults = allFaults.filter(({ name }) => (IS_SHORT ? oneOfEachKind.has(name) : PATTERN.test(name)))
const ROUNDS = IS_SHORT ? faults.length : Number(process.argv[2] ?? allFaults.length)
if (IS_SHORT && ROUNDS !== oneOfEachKind.size) throw new Error('a fault of the short run has another name')

const world = await openWorld()
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => void world.close().then(() => process.exit(1)))
try {
  const differences = await run()
  for (const each of differences) console.log(`DIFFERENCE ${each}`)
  if (differences.length > 0) keepLogs(world)
  process.exitCode = differences.length === 0 ? 0 : 1
} finally {
  await world.close()
}
process.exit()

function keepLogs({ nodes }: World): void {
  const folder = mkdtempSync(join(tmpdir(), 'gloed-faults-logs-'))
  for (const [index, node] of nodes.entries()) writeFileSync(join(folder, `node-${index + 1}`), node.logs())
  console.log(`the nodes' logs are in ${folder}`)
}

async function run(): Promise<string[]> {
  const ledger = createLedger()
  const prepared = await prepareShop([world.origin, world.origin], world.databaseUrl, world.providers)
  const stopLoad = startLoad(prepared, ledger)
  const stopUploads = startUploads(prepared.admin, ledger)
  const stopFileUploads = startFileUploads(prepared, ledger, world)
  const differences: string[] = []
  await untilWhole(ledger, Date.now(), 60_000)
  for (let round = 0; round < ROUNDS; round += 1) {
    const fault = faults[round % faults.length] as Fault
    differences.push(...(await play(fault, ledger, prepared)).map(each => `${fault.name}: ${each}`))
  }
  await stopLoad()
  differences.push(...(await stopUploads()), ...(await stopFileUploads()))
  differences.push(
    ...(await compare(ledger, world.databaseUrl, world.providers)),
    ...(await lostMails(world)),
  )
  console.log(
    `${ROUNDS} rounds, ${ledger.purchases.length} purchases, ${ledger.commands.filter(({ status }) => status === 200).length} commands, ${differences.length} differences`,
  )
  return differences
}

/** A mail that counts as sent has arrived; it may have done so twice. */
async function lostMails({ databaseUrl, mail }: World): Promise<string[]> {
  const sent = await query<{ id: string; template: string }>(
    databaseUrl,
    'select id, template from mails where sent_at is not null',
  )
  const arrived = new Set(mail.received.map(({ messageId }) => messageId?.split('@')[0]))
  const lost = sent.filter(({ id }) => !arrived.has(`<${id}`))
  console.log(`${mail.received.length} mails arrived, ${sent.length} count as sent`)
  return [
    ...(sent.length === 0 ? ['no mail was sent'] : []),
    ...lost.map(({ id, template }) => `mail ${id}, ${template}: counts as sent and never arrived`),
  ]
}

/** @returns the promises that did not hold */
async function play(fault: Fault, ledger: Ledger, prepared: PreparedShop): Promise<string[]> {
  await pause(2000)
  const causedAt = Date.now()
  const end = await fault.cause(world)
  const stopWatch = watchReadiness()
  const [refused] = await Promise.all([
    fault.keepsCommands ? sendToBoth(prepared, causedAt + FAULT_MS) : [],
    pause(FAULT_MS),
  ])
  const seen = stopWatch()
  const { toyToken } = world.nodes[fault.losesToys ?? 0]
  const ranOnMs =
    fault.stopsToys || fault.losesToys !== undefined
      ? world.providers.runningBetween(
          causedAt + SILENT_MS + SLACK_MS,
          Date.now(),
          fault.stopsToys ? undefined : toyToken,
        )
      : 0
  const ran = fault.stopsToys
    ? `, toys ran for ${world.providers.ranUntil(causedAt, Date.now())} ms of it`
    : ''
  await end()
  const endedAt = Date.now()
  const wholeAt = await untilWhole(ledger, endedAt, 60_000)
  console.log(`${fault.name}: whole ${wholeAt - endedAt} ms after its end${ran}`)
  return [
    ...refused,
    ...wrongReadiness(
      fault,
      seen.filter(({ at }) => at > causedAt + NOTICE_MS),
    ),
    ...(wholeAt - endedAt > RECOVERY_MS ? [`whole after ${wholeAt - endedAt} ms`] : []),
    ...(ranOnMs > 0 ? [`a toy ran on for ${ranOnMs} ms after ${SILENT_MS}`] : []),
  ]
}

/**
 * Sends commands of one session to both nodes in turn: the one without its lease has to forward them.
 * @returns the refused commands that its session allows
 */
async function sendToBoth({ controllers, toyIds }: PreparedShop, until: number): Promise<string[]> {
  const [name = '', token = ''] = (controllers[1]?.at[0].cookie() ?? '').split('=')
  const clients = world.nodes.map(({ origin }) => createTestClient(origin, new Map([[name, token]])))
  const command = { toyDeviceId: toyIds[1] ?? '', command: 'vibrate' } as const
  const differences: string[] = []
  const done = [0, 0]
  for (let count = 0; Date.now() < until; count += 1) {
    const node = count % 2
    const { status } =
      (await clients[node]?.call(sendCommand, { ...command, intensity: 1 + (count % 20) })) ?? {}
    if (status === 200) done[node] = (done[node] ?? 0) + 1
    // Without minutes or a session it has nothing to carry out.
    else if (![402, 404].includes(status ?? 0))
      differences.push(`a command at node ${node + 1} got ${status}`)
    await pause(100)
  }
  for (const [node, count] of done.entries())
    if (count < LEAST_COMMANDS) differences.push(`node ${node + 1} carried out ${count} commands`)
  return differences
}

/** A node that can't serve must never say that it is ready; one that can must say so, though a busy machine may answer late. */
function wrongReadiness(fault: Fault, seen: Readiness[]): string[] {
  return ([0, 1] as const).flatMap(node => {
    const isReady = seen.some(each => each.node === node && each.isReady)
    if (isReady !== fault.unready.includes(node)) return []
    return `node ${node + 1} ${isReady ? 'said that it was ready' : 'never said that it was ready'}`
  })
}

interface Readiness {
  node: 0 | 1
  at: number
  isReady: boolean
}

async function isReady(node: 0 | 1): Promise<boolean> {
  const answer = await fetch(`${world.nodes[node].origin}/readyz`, {
    signal: AbortSignal.timeout(2000),
  }).catch(() => null)
  return answer?.status === 200
}

/** Asks both nodes five times a second. @returns a function that ends it, and gives their answers */
function watchReadiness(): () => Readiness[] {
  const seen: Readiness[] = []
  // An answer after its end may be of the time after it.
  let isOver = false
  const timer = setInterval(() => {
    for (const node of [0, 1] as const) {
      const at = Date.now()
      void isReady(node).then(ready => isOver || seen.push({ node, at, isReady: ready }))
    }
  }, 200)
  return () => {
    clearInterval(timer)
    isOver = true
    return seen
  }
}

/** Waits until both nodes are ready, an order is taken and a toy obeys, all asked for after `from`. @returns when */
async function untilWhole(ledger: Ledger, from: number, limitMs: number): Promise<number> {
  await until('both nodes ready', limitMs, async () => (await isReady(0)) && (await isReady(1)))
  const after = (each: { askedAt: number }) => each.askedAt >= from
  await until('an order', limitMs, async () => ledger.sales.some(after))
  await until('a command', limitMs, async () =>
    ledger.commands.some(each => after(each) && each.status === 200),
  )
  return Date.now()
}
