import fc from 'fast-check'
import type { RefundResolution } from '../../src/money/payments/contract.ts'
import * as rules from './paymentSimulation.model.ts'
import type { Attempt, Model, RefundScope, Refund } from './paymentSimulation.model.ts'
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
  rules.payAtProvider(model, attempt)
  await scene.payAt(at)
  rules.receiveStatus(model, attempt)
  expectSame(await scene.settle(at, 1), [null])
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
      if (health !== 'away' || model.isSilent)
        for (const each of waiting) rules.sendToProvider(model, each, health === 'well')
      const expected = health === 'well' || model.isSilent ? null : 'PROVIDER_UNAVAILABLE'
      expectSame(
        await scene.send(),
        waiting.map(() => expected),
      )
      provider.health = before
    },
  ),
)

/** Of several equal refunds, any one may be chosen. */
export const commandOnRefund = (
  name: string,
  isMeant: (refund: Refund) => boolean,
  does: (
    scene: ScenarioContext,
    refund: Refund,
    refundId: string,
    which: { model: Model; at: number; attempt: Attempt },
  ) => Promise<unknown>,
) =>
  commandOnAttempt(name, async (model, scene, at, attempt) => {
    const { refunds } = attempt
    const refund = refunds.find(each => !each.isExternal && isMeant(each))
    const twins = refunds.filter(each => each.cents === refund?.cents && each.state === refund.state)
    if (!refund || twins.length > 1) return
    await does(scene, refund, await scene.refundOf(at, refund.cents, refund.state), {
      model,
      at,
      attempt,
    })
  })

const mend = fc.constantFrom<RefundResolution>('SEND_AGAIN', 'SEND_AGAIN', 'BY_HAND').chain(how =>
  commandOnRefund(
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
export const refundCommands = [payAndRefund, payAndRefund, refund, refund, send, send, send, mend, mend]
