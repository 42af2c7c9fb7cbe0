import * as contract from '../../../src/shop/promotions/admin/contract.ts'
import {
  addPromotion,
  deletePromotion,
  findAdminPromotions,
  updatePromotion,
} from '../../../src/shop/promotions/admin/service.ts'
import { Problem } from '../../../src/wire/problem.ts'
import type { SimulatedNode } from '../node.ts'
import { attempt, type ActorContext } from './actor.ts'

/** An admin who makes promotions, most of which apply by themselves, changes them, ends them, and removes those that nobody used. */
export async function market(context: ActorContext): Promise<void> {
  const { random, plan } = context
  for (let count = 0; count < plan.actions; count += 1) {
    await context.wait(random.int(0, 4000))
    await random.pick([make, make, changePromotion, changePromotion, end, remove])(context)
  }
}

/** No more than that, so that those of the beginning are used as well. */
const MOST = 14

async function make(context: ActorContext): Promise<void> {
  const { random, world } = context
  const target = random.chance(0.3)
    ? { target: 'PRODUCTS', targetIds: [random.pick(world.productIds)] }
    : { target: 'EVERYTHING' }
  const kind = random.pick([
    { kind: 'BUY_X_GET_Y', buyQuantity: 1, freeQuantity: 1, ...target },
    { kind: 'FREE_TRACKING' },
    { kind: 'MINUTES', minutes: random.int(1, 4), ...target },
    { kind: 'PERCENTAGE', percentage: random.int(1, 60), ...target },
  ])
  const code = random.chance(0.3) ? random.pick(['NIEUW', 'NIEUWER']) : null
  const fields = contract.createPromotion.input.parse({
    ...kind,
    code,
    title: kind.kind,
    maxUses: random.pick([1, 1, 2, null]),
    oncePerCustomer: random.chance(0.3),
    firstOrderOnly: random.chance(0.15),
    isCombinable: random.chance(0.6),
  })
  const made = await attempt(context, `promotion ${kind.kind}`, () =>
    context.call(async ({ platform, automatic }) => {
      if ((await findAdminPromotions(platform.db, platform.now())).length >= MOST) return null
      return addPromotion(platform, automatic, world.adminId, fields)
    }),
  )
  if (made?.code) world.codes.push(made.code)
}

export const changePromotion = (context: ActorContext): Promise<void> =>
  update(context, 'change of a promotion', ({ isActive, percentage }) =>
    context.random.pick([
      { isActive: !isActive },
      { maxUses: context.random.int(1, 4) },
      { percentage: percentage && context.random.int(5, 100) },
    ]),
  )

const end = (context: ActorContext): Promise<void> =>
  update(context, 'end of a promotion', () => ({ isActive: false }))

type Found = Awaited<ReturnType<typeof findAdminPromotions>>[number]

async function update(
  context: ActorContext,
  label: string,
  change: (before: Found) => object,
): Promise<void> {
  const { world } = context
  await attempt(context, label, () =>
    context.call(async ({ platform, automatic }) => {
      const before = await pickPromotion(context, platform)
      const { id: promotionId, version } = before
      const wanted = { ...before, ...change(before), promotionId, version }
      // The form knows no seconds: a period within a minute has none for it.
      const fields = contract.changePromotion.input.safeParse(wanted)
      if (!fields.success) throw new Problem('INVALID_INPUT')
      await updatePromotion(platform, automatic, world.adminId, fields.data)
    }),
  )
}

const pickPromotion = async (
  { random }: ActorContext,
  { db, now }: SimulatedNode['platform'],
): Promise<Found> => random.pick(await findAdminPromotions(db, now()))

const remove = (context: ActorContext): Promise<unknown> =>
  attempt(context, 'removal of a promotion', () =>
    context.call(async ({ platform, automatic }) => {
      const { id } = await pickPromotion(context, platform)
      await deletePromotion(platform, automatic, context.world.adminId, id)
    }),
  )
