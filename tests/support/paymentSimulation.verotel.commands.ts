import fc from 'fast-check'
import { receiveWebhook } from '../../src/money/payments/settle.service.ts'
import {
  commandOnAttempt,
  expectSame,
  isProviderHealthy,
  nth,
  type ScenarioContext,
} from './paymentSimulation.command.ts'
import * as rules from './paymentSimulation.model.ts'
import type { Attempt, Model, ProviderEvent } from './paymentSimulation.model.ts'
import { commandOnRefund } from './paymentSimulation.refunds.ts'
import type { VerotelSide } from './paymentSimulation.verotel.ts'

const DAY = 24 * 3_600_000

const sumOf = (all: { cents: number }[]): number => all.reduce((sum, { cents }) => sum + cents, 0)
/** Stored, and not applied yet. */
const waiting = (attempt: Attempt): ProviderEvent[] =>
  rules.storedEvents(attempt).filter(({ kind, isHeard }) => kind !== 'SALE' && !isHeard)
/** Cents of a sale that are neither credited nor charged back. */
const leftThere = ({ subject, events }: Attempt): number =>
  subject.cents - sumOf(events.filter(({ kind }) => kind !== 'SALE'))

/** Whether the shop does not owe the money of an event to the buyer as well, about which only people could decide. */
function fits(attempt: Attempt, event: Pick<ProviderEvent, 'kind' | 'cents'>): boolean {
  const isOwn = event.kind === 'CREDIT' && rules.findOwnRefund(attempt, event.cents) !== undefined
  if (isOwn && waiting(attempt).every(({ cents }) => cents !== event.cents)) return true
  const gone = rules.refundedCents(attempt) + rules.chargedBackCents(attempt) + sumOf(waiting(attempt))
  return event.cents <= attempt.subject.cents - gone
}

/** The steps that only Verotel knows; more likely ones are listed more than once. */
export function verotelCommands(side: VerotelSide) {
  /** Sends a postback so often at once; each is answered. */
  const deliver = async (
    model: Model,
    scene: ScenarioContext,
    { at, attempt, event, times }: { at: number; attempt: Attempt; event: ProviderEvent; times: number },
  ): Promise<void> => {
    const call = await side.postback(await scene.providerIdOf(at), attempt.events.indexOf(event))
    const { engine } = scene.till
    const answers = Array.from({ length: times }, () => receiveWebhook(engine, side.gateway.name, call))
    expectSame(
      await Promise.all(answers),
      answers.map(() => 'OK'),
    )
    event.storedAt ??= model.now
  }
  /** Then runs the job of a postback. */
  const settle = async (model: Model, scene: ScenarioContext, at: number, attempt: Attempt) => {
    const isHeard = isProviderHealthy(scene)
    if (isHeard) rules.receiveStatus(model, attempt)
    if (isHeard) rules.receiveRefunds(attempt)
    expectSame(await scene.settle(at, 1), [
      isHeard || attempt.status === 'PAID' ? null : 'PROVIDER_UNAVAILABLE',
    ])
  }
  /** Money goes back at Verotel. @param isTold whether its postback comes at once */
  const giveBack = async (
    model: Model,
    scene: ScenarioContext,
    { at, attempt, event, isTold }: { at: number; attempt: Attempt; event: ProviderEvent; isTold: boolean },
  ): Promise<void> => {
    attempt.events.push(event)
    const kind = event.kind === 'CHARGEBACK' ? 'chargeback' : 'credit'
    await side.giveBack(await scene.providerIdOf(at), kind, event.cents)
    if (!isTold) return
    await deliver(model, scene, { at, attempt, event, times: 1 })
    await settle(model, scene, at, attempt)
  }
  const made = (kind: ProviderEvent['kind'], cents: number): ProviderEvent => ({
    kind,
    cents,
    storedAt: null,
    isHeard: false,
  })

  const postback = fc.tuple(fc.nat(), fc.constantFrom(1, 1, 2, 5)).chain(([pick, times]) =>
    commandOnAttempt(`postback ${pick} ×${times}`, async (model, scene, at, attempt) => {
      if (attempt.events.length === 0) return
      const event = nth(attempt.events, pick)
      if (event.kind !== 'SALE' && event.storedAt === null && !fits(attempt, event)) return
      await deliver(model, scene, { at, attempt, event, times })
      await settle(model, scene, at, attempt)
    }),
  )
  const early = commandOnAttempt('a postback before the status knows', async (model, scene, at, attempt) => {
    const [sale] = attempt.events
    const isYoung = model.now - attempt.startedAt < DAY
    if (!sale || !isProviderHealthy(scene) || attempt.status === 'PAID' || !isYoung) return
    await side.forget(true)
    await deliver(model, scene, { at, attempt, event: sale, times: 1 })
    expectSame(await scene.settle(at, 1), [null])
    await side.forget(false)
  })
  const support = fc.tuple(fc.constantFrom(1, 2), fc.boolean()).chain(([parts, isTold]) =>
    commandOnAttempt(`support credits 1/${parts} ${isTold}`, async (model, scene, at, attempt) => {
      const event = made('CREDIT', Math.floor(leftThere(attempt) / parts))
      if (attempt.said !== 'PAID' || event.cents < 1 || (isTold && !fits(attempt, event))) return
      await giveBack(model, scene, { at, attempt, event, isTold })
    }),
  )
  const chargeback = fc.constantFrom(1, 2).chain(parts =>
    commandOnAttempt(`chargeback of 1/${parts}`, async (model, scene, at, attempt) => {
      const event = made('CHARGEBACK', Math.floor(leftThere(attempt) / parts))
      // A bank takes weeks. The minutes that a chargeback takes depend on all purchases.
      if (attempt.status !== 'PAID' || attempt.subject.kind === 'MINUTES' || !isProviderHealthy(scene)) return
      if (event.cents < 1 || !fits(attempt, event)) return
      await giveBack(model, scene, { at, attempt, event, isTold: true })
    }),
  )
  const byHand = fc.boolean().chain(isTold =>
    commandOnRefund(
      `an admin credits a refund ${isTold}`,
      ({ state, isTried }) => isTried && (state === 'FAILED' || state === 'GIVEN'),
      async (scene, refund, _, { at, attempt, model }) => {
        const event = made('CREDIT', refund.cents)
        if (event.cents > leftThere(attempt)) return
        await giveBack(model, scene, { at, attempt, event, isTold: isTold && fits(attempt, event) })
      },
    ),
  )
  return [postback, postback, postback, early, support, support, chargeback, byHand, byHand]
}
