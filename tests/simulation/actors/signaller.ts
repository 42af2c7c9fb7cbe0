import { signalOwnSession } from '../../../src/live/studio/service.ts'
import { asUser, attempt, type ActorContext } from './actor.ts'

/** A creator who gives signs, and lets sessions wait. */
export async function signal(context: ActorContext): Promise<void> {
  const { random, plan, known, world } = context
  for (let count = 0; count < plan.actions; count += 1) {
    await context.wait(random.int(0, 4000))
    if (known.sessions.length === 0) continue
    const { id } = random.pick(known.sessions)
    const sign = random.pick(['HEART', 'MORE', 'SOFTER', 'WAIT', 'WAIT', 'GO_ON', 'GO_ON'] as const)
    await attempt(context, `sign ${sign}`, () =>
      context.call(node =>
        signalOwnSession(
          { ...node.platform, sessionController: node.sessions },
          asUser(world.creatorId, 'MODEL'),
          id,
          sign,
        ),
      ),
    )
  }
}
