import fc from 'fast-check'
import { expect } from 'vitest'
import { findDiscrepancies, type Discrepancy } from '../../src/backoffice/reconciliation/service.ts'
import type { PaymentSimulation } from './paymentSimulation.ts'
import type { Attempt, Model, Subject } from './paymentSimulation.model.ts'
import { expectedState, type PaymentScenario } from './paymentSimulation.scenario.ts'

export interface ScenarioContext extends PaymentScenario {
  till: PaymentSimulation
  /** The discrepancies from before this run: when fast-check shrinks a failure, those of the previous run remain. */
  before: Discrepancy[]
}

/** The current discrepancies; checks that depend on jobs or on a refund resolution are left until those are done. */
export const reconciliationDifferences = async ({ platform }: PaymentSimulation): Promise<Discrepancy[]> =>
  (await findDiscrepancies(platform.db, new Date(0))).filter(({ check }) => check !== 'refunds.failed')

export type PaymentCommand = fc.AsyncCommand<Model, ScenarioContext>

/** Runs a step and advances the time by its duration; afterwards database and model must be equal. */
export const createCommand = (
  name: string,
  check: (model: Model) => boolean,
  run: (model: Model, scene: ScenarioContext) => Promise<void>,
): PaymentCommand => ({
  check,
  async run(model, scene) {
    scene.till.clock.at = model.now += 1
    await run(model, scene)
    expect(await scene.state()).toEqual(expectedState(model))
    expect(await reconciliationDifferences(scene.till)).toEqual(scene.before)
  },
  toString: () => name,
})

export function expectSame<T>(answered: T, expected: T): void {
  expect(answered).toEqual(expected)
}

export const nth = <T>(all: T[], index: number): T => all[index % all.length] as T
export const isProviderHealthy = ({ till }: ScenarioContext) => till.provider.health === 'well'
export const commandOnSubject = (
  name: string,
  does: (model: Model, scene: ScenarioContext, at: number, subject: Subject) => Promise<void>,
  kinds: Subject['kind'][] = ['ORDER'],
) =>
  fc.nat().map(pick => {
    const which = (model: Model) =>
      nth(
        model.subjects.flatMap((each, at) => (kinds.includes(each.kind) ? [at] : [])),
        pick,
      )
    const has = ({ subjects }: Model) => subjects.some(each => kinds.includes(each.kind))
    return createCommand(`${name} ${pick}`, has, async (model, scene) => {
      const at = which(model)
      await does(model, scene, at, model.subjects[at] as Subject)
    })
  })

/** Steps on an attempt that the provider knows. */
export const commandOnAttempt = (
  name: string,
  does: (model: Model, scene: ScenarioContext, at: number, attempt: Attempt) => Promise<void>,
) =>
  fc.nat().map(pick => {
    const known = ({ attempts }: Model) => attempts.flatMap(({ said }, at) => (said === null ? [] : [at]))
    return createCommand(
      `${name} ${pick}`,
      model => known(model).length > 0,
      async (model, scene) => {
        const at = nth(known(model), pick)
        await does(model, scene, at, model.attempts[at] as Attempt)
      },
    )
  })
