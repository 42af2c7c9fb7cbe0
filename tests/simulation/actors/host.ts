import { acceptOwnSession, updateStudioToy } from '../../../src/live/studio/service.ts'
import { changeOwnMenu } from '../../../src/live/studio/menu/service.ts'
import { panicOf } from '../../../src/live/studio/panic/service.ts'
import { unblockPerson } from '../../../src/live/blocks/service.ts'
import { openMenu } from '../../../src/live/menu/rules.ts'
import type { Menu } from '../../../src/live/menu/contract.ts'
import type { SimulatedNode } from '../node.ts'
import { asUser, attempt, type ActorContext } from './actor.ts'

const studioOf = (node: SimulatedNode) => ({ ...node.platform, sessionController: node.sessions })

/** A creator who changes her menu, accepts sessions, and sometimes panics. */
export async function receive(context: ActorContext): Promise<void> {
  const { random, plan, known, world } = context
  const { creatorId } = world
  const who = asUser(creatorId, 'MODEL')
  for (let count = 0; count < plan.actions; count += 1) {
    await context.wait(random.int(0, 5000))
    const act = random.int(0, 9)
    if (act === 0) await panicAndReturn(context)
    else if (act < 5) await saveMenu(context, menuOf(context), random.chance(0.8))
    else if (known.sessions.length > 0) {
      const { id } = random.pick(known.sessions)
      await attempt(context, 'accept', () => context.call(node => acceptOwnSession(studioOf(node), who, id)))
    }
  }
  // The others can go on.
  await saveMenu(context, openMenu, true)
}

function menuOf({ random }: ActorContext): Menu {
  return {
    patterns: random.chance(0.5) ? null : ['pulse'],
    ownPatterns: random.chance(0.5),
    longestMinutes: random.pick([null, null, 1, 3]),
    pauseMinutes: random.pick([0, 0, 0, 1]),
    warmUp: random.chance(0.5) ? { from: random.int(1, 10), minutes: random.int(1, 3) } : null,
    audience: random.pick(['EVERYONE', 'EVERYONE', 'EVERYONE', 'PLAYED_BEFORE', 'ACCEPT_EACH']),
  }
}

const saveMenu = (context: ActorContext, menu: Menu, hasFunctions: boolean) =>
  attempt(context, 'menu', () => {
    const toys = context.world.toys.map(({ id }) => ({
      toyId: id,
      allowed: hasFunctions ? (['Vibrate'] as const).slice() : [],
    }))
    return context.call(node => changeOwnMenu(studioOf(node), context.world.creatorId, { ...menu, toys }))
  })

async function panicAndReturn(context: ActorContext): Promise<void> {
  const { creatorId, toys } = context.world
  await attempt(context, 'panic', () => context.call(node => panicOf(studioOf(node), creatorId, creatorId)))
  for (const { id } of context.world.customers)
    await attempt(context, 'end of a block', () =>
      context.call(node => unblockPerson(node.platform.db, creatorId, id)),
    )
  for (const { id: toyId } of toys)
    await attempt(context, 'creator', () =>
      context.call(node =>
        updateStudioToy(studioOf(node), asUser(creatorId, 'MODEL'), { toyId, onAir: true }),
      ),
    )
}
