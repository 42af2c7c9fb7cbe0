import { eq } from 'drizzle-orm'
import { createPayoutSources } from '../../../src/app/payoutSources.ts'
import { payees } from '../../../src/money/payees/table.ts'
import { savePayee } from '../../../src/money/payees/service.ts'
import {
  createPayoutRun,
  filePayoutRun,
  type PayoutSources,
  returnByHand,
} from '../../../src/money/payouts/service.ts'
import { payoutRuns, payouts } from '../../../src/money/payouts/table.ts'
import { addEarning } from '../../support/testLedger.ts'
import { ibans, someDetails } from '../../support/payeeDetails.ts'
import type { SimulatedNode } from '../node.ts'
import { attempt, type ActorContext } from './actor.ts'

const sourcesOf = (node: SimulatedNode): PayoutSources => ({
  ...createPayoutSources(node.platform),
  findVerifiedName: () => Promise.resolve('Anna de Vries'),
})

/** After every bank can take anything back, so that all earnings are payable. */
const LATER = new Date('2032-01-05T09:00:00Z')

/** The platform of a shop that has an account to pay from. */
const payingFrom = ({ platform }: SimulatedNode): SimulatedNode['platform'] => ({
  ...platform,
  now: () => LATER,
  settings: { ...platform.settings, current: { ...platform.settings.current, payoutIban: ibans[1] } },
})

/** An admin who pays the creator, often twice at once, and notes payouts that come back; the creator sometimes has another account. */
export async function payOut(context: ActorContext): Promise<void> {
  const { random, plan } = context
  await context.wait(random.int(1000, 9000))
  await giveDetails(context)
  await earn(context)
  for (let count = 0; count < plan.actions; count += 1) {
    await context.wait(random.int(0, 6000))
    await random.pick([earn, earn, makeRun, makeRun, fileRun, fileRun, giveBack, giveDetails])(context)
  }
}

async function giveDetails(context: ActorContext): Promise<void> {
  const { creatorId, adminId } = context.world
  const iban = context.random.pick([ibans[0], ibans[0], ibans[2]])
  await attempt(context, 'details of a creator', () =>
    context.call(async node => {
      await savePayee(node.platform, sourcesOf(node), creatorId, { ...someDetails, iban })
      const checked = {
        nameCheck: 'MATCH',
        nameCheckedBy: adminId,
        nameCheckedAt: node.platform.now(),
      } as const
      await node.platform.db.update(payees).set(checked).where(eq(payees.userId, creatorId))
    }),
  )
}

/** Beside the minutes that are played, of which there are few. */
async function earn(context: ActorContext): Promise<void> {
  const { random, world } = context
  const cents = random.int(1, 5000)
  await attempt(context, 'earning', () =>
    context.call(({ platform }) => addEarning(platform.db, world.creatorId, cents, platform.now())),
  )
}

async function makeRun(context: ActorContext): Promise<void> {
  const { random, world } = context
  const send = () =>
    attempt(context, 'run of payouts', () =>
      context.call(node => createPayoutRun(payingFrom(node), sourcesOf(node), world.adminId)),
    )
  await Promise.all([send(), random.chance(0.4) ? send() : null])
}

async function fileRun(context: ActorContext): Promise<void> {
  const { random, world, known } = context
  const send = () =>
    attempt(context, 'file of a run', () =>
      context.call(async node => {
        const [run] = await node.platform.db.select().from(payoutRuns).orderBy(payoutRuns.id)
        if (!run) return
        const xml = await filePayoutRun(payingFrom(node), world.adminId, run.id)
        // The same run has the same bytes, whichever node made them.
        const before = known.answersByKey.get(run.id)
        if (before !== undefined && before !== xml) context.report(`the file of run ${run.id} changed`)
        known.answersByKey.set(run.id, xml)
      }),
    )
  await Promise.all([send(), random.chance(0.4) ? send() : null])
}

async function giveBack(context: ActorContext): Promise<void> {
  const { random, world } = context
  await attempt(context, 'payout that comes back', () =>
    context.call(async node => {
      const all = await node.platform.db.select({ id: payouts.id }).from(payouts).orderBy(payouts.id)
      if (all.length === 0) return
      const back = { payoutId: random.pick(all).id, reason: 'Rekening gesloten' }
      await returnByHand(node.platform, sourcesOf(node), world.adminId, back)
    }),
  )
}
