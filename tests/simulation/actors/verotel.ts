import { eq } from 'drizzle-orm'
import { minutePurchases } from '../../../src/money/minutes/table.ts'
import {
  listOpenRefundCases,
  applyRefundResolution,
} from '../../../src/money/payments/admin/refundResolution.service.ts'
import { attempt, type ActorContext } from './actor.ts'
import { buyMinutes } from './player.ts'
import { customerOf } from './shopper.ts'
import { refundMinutes } from './staff.ts'

/** The events at Verotel: buyers pay on the order page, banks charge back, support credits, and postbacks come again. */
export async function actAtVerotel(context: ActorContext): Promise<void> {
  const { random, plan, verotel } = context
  const hasSupport = random.chance(0.3)
  for (let count = 0; count < plan.actions; count += 1) {
    await context.wait(random.int(0, 1500))
    const open = verotel.sales.filter(({ status }) => status === 'OPEN')
    const paid = verotel.sales.filter(({ status }) => status === 'PAID')
    if (open.length > 0 && random.chance(0.6))
      verotel.pay(random.pick(open).id, random.pick(['IDEAL', 'IDEAL', 'CC', 'DDEU']))
    if (paid.length === 0) continue
    const { id: reference, amountCents } = random.pick(paid)
    const act = random.int(0, 19)
    const cents = random.chance(0.5) ? amountCents : random.int(1, amountCents)
    if (act === 0) verotel.giveBack(reference, 'chargeback', cents)
    if (act === 1 && hasSupport && verotel.giveBack(reference, 'credit', cents))
      verotel.hasRefundsByHand = true
    if (act === 2) verotel.repeat(reference)
  }
}

/** Buys minutes, mostly without credit. */
export async function buyAtVerotel(context: ActorContext): Promise<void> {
  const { random, plan } = context
  for (let count = 0; count < plan.actions; count += 1) {
    await context.wait(random.int(0, 4000))
    if (random.chance(0.3)) await buyMinutes(context, customerOf(context).id)
    else await buyMinutes(context, customerOf(context).id, () => ({ giftCards: [], useStoreCredit: false }))
  }
}

/** An admin who gives minutes back, by hand in the Control Center. */
export async function refundAtVerotel(context: ActorContext): Promise<void> {
  const { random, plan } = context
  for (let count = 0; count < plan.actions; count += 1) {
    await context.wait(random.int(0, 3000))
    await random.pick([refundPaid, giveByHand, giveByHand])(context)
  }
}

async function refundPaid(context: ActorContext): Promise<void> {
  const isPaid = eq(minutePurchases.status, 'PAID')
  const paid = await attempt(context, 'list of paid minutes', () =>
    context.call(({ platform: { db } }) =>
      db.select({ id: minutePurchases.id }).from(minutePurchases).where(isPaid).orderBy(minutePurchases.id),
    ),
  )
  if (paid) await refundMinutes(context, paid)
}

/**
 * Makes a refund that waits for a person, and often notes that. Admins tell each other, so that each is made once; the note may come before the
 * credit's postback, after it or never.
 */
async function giveByHand(context: ActorContext): Promise<void> {
  const { random, world, known, verotel } = context
  await attempt(context, 'refund by hand', () =>
    context.call(async ({ platform, payments }) => {
      const open = await listOpenRefundCases(payments)
      const manual = open.filter(({ id, canBeSent }) => !canBeSent && !known.givenByHand.has(id))
      const refund = manual.find(({ state }) => state === 'FAILED')
      const sale = verotel.sales.find(({ saleNumber }) => refund?.failure?.endsWith(`verkoop ${saleNumber}.`))
      if (!refund || !sale || !verotel.giveBack(sale.id, 'credit', refund.amountCents)) return
      known.givenByHand.add(refund.id)
      context.count('refund by hand', 'made')
      if (random.chance(0.6)) await applyRefundResolution(platform, refund.id, 'BY_HAND', world.adminId)
    }),
  )
}
