import { randomUUIDv7 } from 'node:crypto'
import { runCommand } from '../../../src/live/sessions/engine/command.service.ts'
import { hasLiveSession } from '../../../src/live/sessions/service.ts'
import { beginMinutesPurchase, listPackagesForUser } from '../../../src/money/minutes/purchase.service.ts'
import type { SimulatedNode } from '../node.ts'
import { attempt, checkAnswer, pickCredit, type ActorContext } from './actor.ts'
import { customerOf } from './shopper.ts'

/** Buys minutes, waits for a toy, controls it, and stops; its browser sends heartbeats meanwhile. */
export async function play(context: ActorContext): Promise<void> {
  const { random, plan } = context
  const { id: userId } = customerOf(context)
  for (let count = 0; count < plan.actions; count += 1) {
    // As its browser does: to one node for a while.
    const isImpatient = random.chance(0.8)
    await context.wait(isImpatient ? random.int(0, 1500) : random.int(0, 9000))
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
    await act(context, userId)
  }
}

/** The toy of the session that it began last, or any. */
function toyOf({ random, world, known }: ActorContext, userId: string): string {
  const last = known.sessions.findLast(session => session.userId === userId)
  return last && random.chance(0.9) ? last.toyId : random.pick(world.toys).id
}

const heartbeat = (context: ActorContext, userId: string): Promise<unknown> =>
  attempt(context, 'heartbeat', () => context.call(node => node.sessions.heartbeat(userId)))

const heartbeatOfTwoTabs = (context: ActorContext, userId: string): Promise<unknown> =>
  Promise.all([heartbeat(context, userId), heartbeat(context, userId)])

/** The most common actions of people: they keep the page of a session open, and send a command now and then. */
async function playOn(context: ActorContext, userId: string): Promise<void> {
  const { random, known } = context
  const hasBegun = await start(context, userId)
  if (!hasBegun && random.chance(0.6)) await waitInQueue(context, userId)
  if (!hasBegun && !known.sessions.some(session => session.userId === userId)) return
  const beats = random.int(3, 12)
  for (let count = 0; count < beats; count += 1) {
    await context.wait(random.int(200, 2500))
    await random.pick([heartbeat, heartbeatOfTwoTabs])(context, userId)
    await random.pick([command, command, command, stopToy, stay, stay])(context, userId)
  }
  if (random.chance(0.5)) await end(context, userId)
}

/** As the page of a toy that is taken does. */
async function waitInQueue(context: ActorContext, userId: string): Promise<void> {
  await queueUp(context, userId)
  for (let times = 0; times < 3; times += 1) {
    await context.wait(context.random.int(300, 2000))
    await readPosition(context, userId)
  }
}

const stay = (): Promise<void> => Promise.resolve()

async function start(context: ActorContext, userId: string): Promise<boolean> {
  const toyId = context.random.pick(context.world.toys).id
  const key = { userId, key: randomUUIDv7(), operation: 'start', input: toyId }
  const send = () =>
    attempt(context, 'start', async () => {
      const { session } = await context.call(node => node.sessions.startSession(key, toyId))
      checkAnswer(context, key.key, session.id)
      context.known.sessions.push({ id: session.id, userId, toyId })
      // The session that stopped then was the session before.
      context.known.stoppedAt.delete(userId)
      return session
    })
  const [made] = await Promise.all([send(), context.random.chance(0.2) ? send() : null])
  return Boolean(made ?? (context.random.chance(0.5) && (await send())))
}

async function command(context: ActorContext, userId: string): Promise<void> {
  const { random, known } = context
  known.stoppedAt.delete(userId)
  const toyDeviceId = toyOf(context, userId)
  const wanted = random.chance(0.7)
    ? ({ command: 'vibrate', toyDeviceId, intensity: random.int(1, 20) } as const)
    : ({ command: 'pattern', toyDeviceId, pattern: 'pulse' } as const)
  const send = (node: SimulatedNode) => runCommand(node.sessions.engine, userId, wanted)
  await attempt(context, 'command', () => context.call(send))
  known.stoppedAt.delete(userId)
}

async function stopToy(context: ActorContext, userId: string): Promise<void> {
  const toyDeviceId = toyOf(context, userId)
  const send = (node: SimulatedNode) =>
    runCommand(node.sessions.engine, userId, { command: 'stop', toyDeviceId })
  const done = await attempt(context, 'stop', () => context.call(send))
  if (done !== undefined) context.known.stoppedAt.set(userId, { at: context.now(), toyId: toyDeviceId })
}

/** Often in two tabs at once. */
function end(context: ActorContext, userId: string): Promise<unknown> {
  const send = () =>
    attempt(context, 'end', () =>
      context.call(({ sessions }) => sessions.endSession(userId, 'USER', 'STOPPED_BY_USER')),
    )
  return Promise.all([send(), context.random.chance(0.5) ? send() : null])
}

/** @param chooseCredit chooses the credit that pays before the provider */
export async function buyMinutes(
  context: ActorContext,
  userId: string,
  chooseCredit = pickCredit,
): Promise<void> {
  const { random, known } = context
  const offers = await attempt(context, 'looking at the packages', () =>
    context.call(({ platform }) => listPackagesForUser(platform, hasLiveSession, userId)),
  )
  if (!offers) return
  const { id: packageId, minutes, price } = random.pick(offers)
  const choice = { packageId, minutes, price, ...chooseCredit(context) }
  const key = { userId, key: randomUUIDv7(), operation: 'minutes', input: choice }
  const send = () =>
    attempt(context, 'buying minutes', async () => {
      const { purchaseId, paymentUrl } = await context.call(node =>
        beginMinutesPurchase(
          node.platform,
          node.payments.gateways,
          { hasLiveSession, setPaying: async () => undefined },
          choice,
          key,
        ),
      )
      if (paymentUrl) for (const each of [context.provider, context.verotel]) each.show(paymentUrl)
      checkAnswer(context, key.key, purchaseId)
      if (!known.purchases.some(({ id }) => id === purchaseId))
        known.purchases.push({ id: purchaseId, userId })
      return purchaseId
    })
  const [made] = await Promise.all([send(), random.chance(0.2) ? send() : null])
  if (!made && random.chance(0.5)) await send()
}

const queueUp = (context: ActorContext, userId: string): Promise<unknown> =>
  attempt(context, 'joining the queue', () =>
    context.call(({ queues }) => queues.join(userId, toyOf(context, userId))),
  )

const readPosition = (context: ActorContext, userId: string): Promise<unknown> =>
  attempt(context, 'position', () => context.call(({ queues }) => queues.readPosition(userId)))

const leave = (context: ActorContext, userId: string): Promise<unknown> =>
  attempt(context, 'leaving the queue', () =>
    context.call(({ queues }) => queues.leave(userId, toyOf(context, userId))),
  )
