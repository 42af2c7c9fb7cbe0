import fc from 'fast-check'
import { reconcilePayments } from '../../src/money/payments/reconcile.service.ts'
import { releaseExpiredHolds } from '../../src/shop/products/stock/expiredHolds.service.ts'
import { returnOutcomeByStatus } from '../../src/money/payments/return.service.ts'
import * as rules from './paymentSimulation.model.ts'
import { spendModelMinutes } from './paymentSimulation.minutes.ts'
import type { Attempt, Model } from './paymentSimulation.model.ts'
import { refundCommands } from './paymentSimulation.refunds.ts'
import {
  expectSame,
  isProviderHealthy,
  commandOnAttempt,
  commandOnSubject,
  createCommand,
  type PaymentCommand,
  type ScenarioContext,
} from './paymentSimulation.command.ts'
import type { ProviderHealth } from './paymentSimulation.ts'

const MINUTE = 60_000
/** Few orders, so that each gets many steps. */
const MOST_SUBJECTS = 3

/** The outcome of the request to the provider, for an attempt that the next step creates or repeats. */
function tryToMake(
  model: Model,
  scene: ScenarioContext,
  attempt: Attempt,
): 'PROVIDER_UNAVAILABLE' | 'ORDER_NOT_PAYABLE' | null {
  if (attempt.hasUrl) return null
  if (attempt.settledAt !== null) return 'ORDER_NOT_PAYABLE'
  if (model.isSilent) {
    rules.createAtProvider(model, attempt, true)
    return null
  }
  // The simulator has an address only for payments that can be paid; after a lost answer nobody was redirected there.
  const canBePaid = attempt.said === null || rules.providerStatusOf(model, attempt) === 'OPEN'
  if (scene.till.provider.health !== 'away')
    rules.createAtProvider(model, attempt, isProviderHealthy(scene) && canBePaid)
  return isProviderHealthy(scene) && canBePaid ? null : 'PROVIDER_UNAVAILABLE'
}
const newest = (model: Model): Attempt => model.attempts.at(-1) as Attempt

const isQuiet = ({ subjects }: Model) => subjects.length < MOST_SUBJECTS

async function order(model: Model, scene: ScenarioContext, wanted: [number, number]): Promise<void> {
  const code = rules.placeModelOrder(model, wanted)
  expectSame(await scene.place(wanted), code ?? tryToMake(model, scene, newest(model)))
}

const place = fc.tuple(fc.nat(2), fc.integer({ min: 0, max: 2 })).map(pieces => {
  const wanted: [number, number] = pieces[0] + pieces[1] === 0 ? [1, 0] : pieces
  return createCommand(`place ${wanted.join()}`, isQuiet, (model, scene) => order(model, scene, wanted))
})

const buy = fc.constant(
  createCommand('buy minutes', isQuiet, async (model, scene) => {
    rules.buyModelMinutes(model, 5, 1000)
    const wanted = { packageId: 'quick', minutes: 5, price: 1000 }
    expectSame(await scene.buy(wanted), tryToMake(model, scene, newest(model)))
  }),
)

const spend = fc.integer({ min: 1, max: 4 }).map(minutes =>
  createCommand(
    `spend ${minutes}`,
    () => true,
    async (model, scene) => {
      expectSame(await scene.spend(minutes), spendModelMinutes(model, minutes))
    },
  ),
)

const payAgain = commandOnSubject('pay again', async (model, scene, at, order) => {
  if (order.kind !== 'ORDER') return
  const code = rules.payAgain(model, order)
  expectSame(await scene.payAgain(at), code ?? tryToMake(model, scene, newest(model)))
})

const repeat = commandOnSubject(
  'repeat',
  async (model, scene, at, subject) => {
    const first = model.attempts.find(each => each.subject === subject) as Attempt
    expectSame(await scene.repeat(at), tryToMake(model, scene, first))
  },
  ['ORDER', 'MINUTES'],
)

const buyerPays = commandOnAttempt('the buyer pays', async (model, scene, at, attempt) => {
  // Also after all: a provider may let a payment that is over be paid.
  if (rules.providerStatusOf(model, attempt) === 'PAID') return
  rules.payAtProvider(model, attempt)
  await scene.payAt(at)
})

const settle = fc.integer({ min: 1, max: 3 }).chain(times =>
  commandOnAttempt(`settle ×${times}`, async (model, scene, at, attempt) => {
    const isAsked = !(attempt.isKnown && attempt.status === 'PAID')
    const expected = isAsked && !isProviderHealthy(scene) ? 'PROVIDER_UNAVAILABLE' : null
    if (isProviderHealthy(scene) && isAsked) rules.receiveStatus(model, attempt)
    if (isProviderHealthy(scene)) rules.receiveRefunds(attempt)
    expectSame(
      await scene.settle(at, times),
      Array.from({ length: times }, () => expected),
    )
  }),
)

/** The usual sequence, in one step. */
const pay = commandOnAttempt('pay', async (model, scene, at, attempt) => {
  if (rules.providerStatusOf(model, attempt) !== 'OPEN' || !isProviderHealthy(scene)) return
  rules.payAtProvider(model, attempt)
  await scene.payAt(at)
  if (attempt.status !== 'PAID') rules.receiveStatus(model, attempt)
  expectSame(await scene.settle(at, 1), [null])
})

/** Paid, but the news arrives only after the hold was released; another order holds the same units meanwhile. */
const payInSilence = commandOnAttempt('pay in silence', async (model, scene, at, attempt) => {
  if (rules.providerStatusOf(model, attempt) !== 'OPEN') return
  rules.payAtProvider(model, attempt)
  await scene.payAt(at)
  model.now += 31 * MINUTE
  await scene.till.pass(31)
  rules.releaseHolds(model)
  await releaseExpiredHolds(scene.till.platform)
  const { subject } = attempt
  if (subject.kind === 'ORDER' && isQuiet(model)) await order(model, scene, subject.pieces)
  model.now += 31 * MINUTE
  await scene.till.pass(31)
})

const comeBack = commandOnAttempt('come back', async (model, scene, at, attempt) => {
  const isAsked = attempt.isKnown && attempt.status !== 'PAID'
  if (isAsked && isProviderHealthy(scene)) rules.receiveStatus(model, attempt)
  expectSame(
    await scene.comeBack(at),
    isAsked && !isProviderHealthy(scene) ? 'return' : returnOutcomeByStatus[attempt.status],
  )
})

const release = fc.constant(
  createCommand(
    'release holds',
    () => true,
    async (model, scene) => {
      rules.releaseHolds(model)
      await releaseExpiredHolds(scene.till.platform)
    },
  ),
)

const open = ({ attempts }: Model) => attempts.filter(rules.isPolled)
/** Whether the reconciler's work is certain: the order of several due attempts is random, and so is the time at which one is due. */
const isSure = (model: Model) => {
  const may = open(model).filter(({ askFrom }) => askFrom <= model.now + 1)
  return may.length <= 1 && may.every(({ askBy }) => askBy <= model.now)
}
const reconciling = fc.constant(
  createCommand('reconcile', isSure, async (model, scene) => {
    const isHeard = isProviderHealthy(scene)
    for (const each of open(model).filter(
      ({ settledAt, askBy }) => settledAt === null && askBy <= model.now,
    )) {
      rules.postponeCheck(model, each)
      if (each.isKnown && isHeard) rules.receiveStatus(model, each)
      else if (!each.isKnown && model.now - each.startedAt > 30 * MINUTE) rules.expireUnknown(model, each)
    }
    for (const each of open(model).filter(
      ({ settledAt, askBy }) => settledAt !== null && askBy <= model.now,
    )) {
      rules.postponeLateCheck(model, each)
      if (isHeard) rules.receiveStatus(model, each)
    }
    rules.recheckPaid(model, isHeard)
    await reconcilePayments(scene.till.engine)
  }),
)

const pass = fc.constantFrom(1, 2, 14, 16, 31).map(minutes =>
  createCommand(
    `${minutes} minutes pass`,
    () => true,
    async (model, scene) => {
      model.now += minutes * MINUTE
      await scene.till.pass(minutes)
    },
  ),
)

const feel = fc.constantFrom<ProviderHealth>('well', 'well', 'well', 'away', 'deaf').map(health =>
  createCommand(
    `the provider is ${health}`,
    () => true,
    async (_, scene) => {
      scene.till.provider.health = health
    },
  ),
)

/** More likely steps are listed more than once. */
const usual = [place, payAgain, pay, payInSilence, buyerPays, settle, settle, settle, pass]
/** Up to this many steps, in any order. @param own the steps that only one provider knows */
export const paymentCommands = (own: fc.Arbitrary<PaymentCommand>[], maxCommands: number) =>
  fc.commands(
    [
      ...usual,
      ...refundCommands,
      ...own,
      settle,
      place,
      pay,
      buy,
      spend,
      payAgain,
      repeat,
      comeBack,
      release,
      reconciling,
      pass,
      feel,
    ],
    { maxCommands, size: 'max' },
  )
