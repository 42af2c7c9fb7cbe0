import { randomUUIDv7 } from 'node:crypto'
import { runCommand } from '../../../src/live/sessions/engine/command.service.ts'
import { hasLiveSession } from '../../../src/live/sessions/service.ts'
import { beginMinutesPurchase, listPackagesForUser } from '../../../src/money/minutes/purchase.service.ts'
import type { SimulatedNode } from '../node.ts'
import { attempt, checkAnswer, pickCredit, type Stage } from './actor.ts'
import { customerOf } from './shopper.ts'

/** Buys minutes, waits for a toy, controls it, and stops; its browser sends heartbeats meanwhile. */
export async function play(stage: Stage): Promise<void> {
  const { random, plan } = stage
  const { id: userId } = customerOf(stage)
  for (let count = 0; count < plan.actions; count += 1) {
    // As its browser does: to one node for a while.
    const isImpatient = random.chance(0.8)
    await stage.wait(isImpatient ? random.int(0, 1500) : random.int(0, 9000))
    const act = random.pick([
      playOn,
      playOn,
      playOn,
      playOn,
      playOn,
      start,
      command,
      stopToy,
      end,
      end,
      buyMinutes,
      queueUp,
      readPosition,
      leave,
    ])
    await act(stage, userId)
  }
}

/** The toy of the session that it began last, or any. */
function toyOf({ random, world, known }: Stage, userId: string): string {
  const last = known.sessions.findLast(session => session.userId === userId)
  return last && random.chance(0.9) ? last.toyId : random.pick(world.toys).id
}

const heartbeat = (stage: Stage, userId: string): Promise<unknown> =>
  attempt(stage, 'heartbeat', () => stage.call(node => node.sessions.heartbeat(userId)))

const heartbeatOfTwoTabs = (stage: Stage, userId: string): Promise<unknown> =>
  Promise.all([heartbeat(stage, userId), heartbeat(stage, userId)])

/** Most of what people do: they keep the page of a session open, and send a command now and then. */
async function playOn(stage: Stage, userId: string): Promise<void> {
  const { random, known } = stage
  const hasBegun = await start(stage, userId)
  if (!hasBegun && random.chance(0.6)) await waitInQueue(stage, userId)
  if (!hasBegun && !known.sessions.some(session => session.userId === userId)) return
  const beats = random.int(3, 12)
  for (let count = 0; count < beats; count += 1) {
    await stage.wait(random.int(200, 2500))
    await random.pick([heartbeat, heartbeatOfTwoTabs])(stage, userId)
    await random.pick([command, command, command, stopToy, stay, stay])(stage, userId)
  }
  if (random.chance(0.5)) await end(stage, userId)
}

/** As the page of a toy that is taken does. */
async function waitInQueue(stage: Stage, userId: string): Promise<void> {
  await queueUp(stage, userId)
  for (let times = 0; times < 3; times += 1) {
    await stage.wait(stage.random.int(300, 2000))
    await readPosition(stage, userId)
  }
}

const stay = (): Promise<void> => Promise.resolve()

async function start(stage: Stage, userId: string): Promise<boolean> {
  const toyId = stage.random.pick(stage.world.toys).id
  const key = { userId, key: randomUUIDv7(), operation: 'start', input: toyId }
  const send = () =>
    attempt(stage, 'start', async () => {
      const { session } = await stage.call(node => node.sessions.startSession(key, toyId))
      checkAnswer(stage, key.key, session.id)
      stage.known.sessions.push({ id: session.id, userId, toyId })
      // What stopped then was the session before.
      stage.known.stoppedAt.delete(userId)
      return session
    })
  const [made] = await Promise.all([send(), stage.random.chance(0.2) ? send() : null])
  return Boolean(made ?? (stage.random.chance(0.5) && (await send())))
}

async function command(stage: Stage, userId: string): Promise<void> {
  const { random, known } = stage
  known.stoppedAt.delete(userId)
  const toyDeviceId = toyOf(stage, userId)
  const wanted = random.chance(0.7)
    ? ({ command: 'vibrate', toyDeviceId, intensity: random.int(1, 20) } as const)
    : ({ command: 'pattern', toyDeviceId, pattern: 'pulse' } as const)
  const send = (node: SimulatedNode) => runCommand(node.sessions.engine, userId, wanted)
  await attempt(stage, 'command', () => stage.call(send))
  known.stoppedAt.delete(userId)
}

async function stopToy(stage: Stage, userId: string): Promise<void> {
  const toyDeviceId = toyOf(stage, userId)
  const send = (node: SimulatedNode) =>
    runCommand(node.sessions.engine, userId, { command: 'stop', toyDeviceId })
  const done = await attempt(stage, 'stop', () => stage.call(send))
  if (done !== undefined) stage.known.stoppedAt.set(userId, { at: stage.now(), toyId: toyDeviceId })
}

/** Often in two tabs at once. */
function end(stage: Stage, userId: string): Promise<unknown> {
  const send = () =>
    attempt(stage, 'end', () =>
      stage.call(({ sessions }) => sessions.endSession(userId, 'USER', 'STOPPED_BY_USER')),
    )
  return Promise.all([send(), stage.random.chance(0.5) ? send() : null])
}

/** @param chooseCredit what is paid with before the provider */
export async function buyMinutes(stage: Stage, userId: string, chooseCredit = pickCredit): Promise<void> {
  const { random, known } = stage
  const offers = await attempt(stage, 'looking at the packages', () =>
    stage.call(({ platform }) => listPackagesForUser(platform, hasLiveSession, userId)),
  )
  if (!offers) return
  const { id: packageId, minutes, price } = random.pick(offers)
  const choice = { packageId, minutes, price, ...chooseCredit(stage) }
  const key = { userId, key: randomUUIDv7(), operation: 'minutes', input: choice }
  const send = () =>
    attempt(stage, 'buying minutes', async () => {
      const { purchaseId, paymentUrl } = await stage.call(node =>
        beginMinutesPurchase(node.platform, node.payments.gateways, hasLiveSession, choice, key),
      )
      if (paymentUrl) stage.provider.show(paymentUrl)
      checkAnswer(stage, key.key, purchaseId)
      if (!known.purchases.some(({ id }) => id === purchaseId))
        known.purchases.push({ id: purchaseId, userId })
      return purchaseId
    })
  const [made] = await Promise.all([send(), random.chance(0.2) ? send() : null])
  if (!made && random.chance(0.5)) await send()
}

const queueUp = (stage: Stage, userId: string): Promise<unknown> =>
  attempt(stage, 'joining the queue', () =>
    stage.call(({ queues }) => queues.join(userId, toyOf(stage, userId))),
  )

const readPosition = (stage: Stage, userId: string): Promise<unknown> =>
  attempt(stage, 'position', () => stage.call(({ queues }) => queues.readPosition(userId)))

const leave = (stage: Stage, userId: string): Promise<unknown> =>
  attempt(stage, 'leaving the queue', () =>
    stage.call(({ queues }) => queues.leave(userId, toyOf(stage, userId))),
  )
