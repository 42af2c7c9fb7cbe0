import fc from 'fast-check'
import { expect } from 'vitest'
import { findDifferences, type Difference } from '../../src/backoffice/reconciliation/service.ts'
import type { Till } from './till.ts'
import type { Attempt, Model, Subject } from './till.model.ts'
import { stateOf, type Scene } from './till.scene.ts'

export interface Told extends Scene {
  till: Till
  /** What was wrong before this run: while a failure is made smaller, that of the last one stays. */
  before: Difference[]
}

/** What the books say now; what jobs do later is looked at when they are done, and what failed when it is mended. */
export const differences = async ({ platform }: Till): Promise<Difference[]> =>
  (await findDifferences(platform.db, new Date(0))).filter(({ check }) => check !== 'refunds.failed')

type Step = fc.AsyncCommand<Model, Told>

/** A step with the moment that it takes; after it, database and model must agree. */
export const step = (
  name: string,
  check: (model: Model) => boolean,
  run: (model: Model, scene: Told) => Promise<void>,
): Step => ({
  check,
  async run(model, scene) {
    scene.till.clock.at = model.now += 1
    await run(model, scene)
    expect(await scene.state()).toEqual(stateOf(model))
    expect(await differences(scene.till)).toEqual(scene.before)
  },
  toString: () => name,
})

export function agree<T>(answered: T, expected: T): void {
  expect(answered).toEqual(expected)
}

export const nth = <T>(all: T[], index: number): T => all[index % all.length] as T
export const isWell = ({ till }: Told) => till.provider.health === 'well'
export const onSubject = (
  name: string,
  does: (model: Model, scene: Told, at: number, subject: Subject) => Promise<void>,
  kinds: Subject['kind'][] = ['ORDER'],
) =>
  fc.nat().map(pick => {
    const which = (model: Model) =>
      nth(
        model.subjects.flatMap((each, at) => (kinds.includes(each.kind) ? [at] : [])),
        pick,
      )
    const has = ({ subjects }: Model) => subjects.some(each => kinds.includes(each.kind))
    return step(`${name} ${pick}`, has, async (model, scene) => {
      const at = which(model)
      await does(model, scene, at, model.subjects[at] as Subject)
    })
  })

/** Steps on an attempt that the provider knows of. */
export const onAttempt = (
  name: string,
  does: (model: Model, scene: Told, at: number, attempt: Attempt) => Promise<void>,
) =>
  fc.nat().map(pick => {
    const known = ({ attempts }: Model) => attempts.flatMap(({ said }, at) => (said === null ? [] : [at]))
    return step(
      `${name} ${pick}`,
      model => known(model).length > 0,
      async (model, scene) => {
        const at = nth(known(model), pick)
        await does(model, scene, at, model.attempts[at] as Attempt)
      },
    )
  })
