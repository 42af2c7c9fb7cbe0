import fc from 'fast-check'
import type { RefundResolution } from '../../src/money/payments/contract.ts'
import * as rules from './paymentSimulation.model.ts'
import type { Attempt, RefundScope, Refund } from './paymentSimulation.model.ts'
import {
  expectSame,
  isProviderHealthy,
  commandOnAttempt,
  commandOnSubject,
  createCommand,
  type ScenarioContext,
} from './paymentSimulation.command.ts'
import type { ProviderHealth } from './paymentSimulation.ts'

const refund = fc
  .tuple(fc.constantFrom<RefundScope>('all', 'amount', 'piece'), fc.boolean())
  .chain(([back, restock]) =>
    commandOnSubject(`refund ${back} ${restock}`, async (model, scene, at, order) => {
      if (order.kind !== 'ORDER') return
      const line = rules.refundableLine(order)
      expectSame(
        await scene.refund(at, back, line, restock),
        rules.refundModelOrder(model, order, back, restock),
      )
    }),
  )

/** The usual sequence to a refund, in one step; it is not sent to the provider yet. */
const payAndRefund = commandOnAttempt('pay and give back', async (model, scene, at, attempt) => {
  const { subject } = attempt
  if (
    rules.providerStatusOf(model, attempt) !== 'OPEN' ||
    !isProviderHealthy(scene) ||
    subject.kind !== 'ORDER'
  )
    return
  attempt.said = 'PAID'
  await scene.decide(at, 'paid')
  rules.receiveStatus(model, attempt)
  expectSame(await scene.webhook(at, 1), [null])
  const line = rules.refundableLine(subject)
  const expected = rules.refundModelOrder(model, subject, 'amount', false)
  expectSame(await scene.refund(model.subjects.indexOf(subject), 'amount', line, false), expected)
})

const send = fc.constantFrom<ProviderHealth>('well', 'well', 'deaf', 'away').map(health =>
  createCommand(
    `send refunds: ${health}`,
    () => true,
    async (model, scene) => {
      const { provider } = scene.till
      const before = provider.health
      provider.health = health
      const waiting = model.attempts.flatMap(({ refunds }) => refunds.filter(each => each.state === 'QUEUED'))
      if (health !== 'away') for (const each of waiting) rules.sendToProvider(each, health === 'well')
      const expected = health === 'well' ? null : 'PROVIDER_UNAVAILABLE'
      expectSame(
        await scene.send(),
        waiting.map(() => expected),
      )
      provider.health = before
    },
  ),
)

/** An amount in cents that nothing else has. */
const BY_HAND = 37
const dashboard = commandOnAttempt('give back at the dashboard', async (model, scene, at, attempt) => {
  const fits = rules.refundedCents(attempt) + BY_HAND <= attempt.subject.cents
  if (!isProviderHealthy(scene) || attempt.status !== 'PAID' || !fits) return
  attempt.refunds.push({ cents: BY_HAND, state: 'SENT', there: 'STANDING', isExternal: true })
  rules.receiveRefunds(attempt)
  await scene.giveAtDashboard(at, BY_HAND)
  expectSame(await scene.webhook(at, 2), [null, null])
})

/** Of several equal refunds, any one may be chosen. */
const onRefund = (
  name: string,
  isMeant: (refund: Refund) => boolean,
  does: (
    scene: ScenarioContext,
    refund: Refund,
    refundId: string,
    which: { at: number; attempt: Attempt },
  ) => Promise<unknown>,
) =>
  commandOnAttempt(name, async (_, scene, at, attempt) => {
    const { refunds } = attempt
    const refund = refunds.find(each => !each.isExternal && isMeant(each))
    const twins = refunds.filter(each => each.cents === refund?.cents && each.state === refund.state)
    if (!refund || twins.length > 1) return
    await does(scene, refund, await scene.refundOf(at, refund.cents, refund.state), { at, attempt })
  })

const fail = fc.boolean().chain(isTold =>
  onRefund(
    `a refund fails${isTold ? ', and webhooks say so' : ''}`,
    ({ there }) => there === 'STANDING',
    async (scene, refund, refundId, { at, attempt }) => {
      refund.there = 'FAILED'
      await scene.till.failRefund(refundId)
      if (!isTold || !isProviderHealthy(scene)) return
      rules.receiveRefunds(attempt)
      expectSame(await scene.webhook(at, 2), [null, null])
    },
  ),
)

const mend = fc.constantFrom<RefundResolution>('SEND_AGAIN', 'SEND_AGAIN', 'BY_HAND').chain(how =>
  onRefund(
    `mend: ${how}`,
    ({ state }) => state === 'FAILED',
    async (scene, refund, refundId) => {
      if (how === 'BY_HAND') refund.state = 'GIVEN'
      else Object.assign(refund, { state: 'QUEUED', there: 'NOTHING' })
      await scene.mend(refundId, how)
    },
  ),
)

/** More likely steps are listed more than once. */
export const refundCommands = [
  payAndRefund,
  payAndRefund,
  refund,
  refund,
  send,
  send,
  send,
  dashboard,
  fail,
  fail,
  mend,
  mend,
]
