import type { ActorContext } from './actor.ts'

/** The events at the payment provider: buyers pay or give up, money is charged back, someone refunds in its dashboard. */
export async function pay(context: ActorContext): Promise<void> {
  const { random, plan, provider } = context
  const usesDashboard = random.chance(0.3)
  for (let count = 0; count < plan.actions; count += 1) {
    await context.wait(random.int(0, 2500))
    const payments = [...provider.payments.values()].filter(({ isShown }) => isShown)
    if (payments.length === 0) continue
    const open = payments.filter(({ status }) => status === 'OPEN')
    const paid = payments.filter(({ status }) => status === 'PAID')
    if (open.length > 0 && random.chance(0.75)) {
      provider.decide(
        random.pick(open).id,
        random.pick(['PAID', 'PAID', 'PAID', 'FAILED', 'CANCELLED', 'EXPIRED']),
      )
      continue
    }
    if (paid.length === 0) continue
    const { id, amountCents } = random.pick(paid)
    const act = random.int(0, 9)
    if (act === 0) provider.chargeback(id, random.chance(0.5) ? amountCents : random.int(1, amountCents))
    if (act === 1 && usesDashboard)
      provider.refundByHand(id, random.chance(0.5) ? amountCents : random.int(1, amountCents))
    if (act === 2) provider.payAfterAll(random.pick(payments).id)
    if (act === 3) provider.advanceRefund(id, 'FAILED')
    if (act > 3) provider.advanceRefund(id, 'GONE')
  }
}
