import { randomUUID } from 'node:crypto'
import { eq, inArray, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sellWhileViesIsAway, UNANSWERED_NUMBER } from '../../../tests/support/business.ts'
import { addProduct } from '../../../tests/support/fixtures.ts'
import { openShop, type TestShop, type TestUser } from '../../../tests/support/shop.ts'
import { checkNumber } from '../../money/vat/number.service.ts'
import { vatNumberChecks } from '../../money/vat/table.ts'
import type { VatNumberLookup } from '../../money/vat/vies.gateway.ts'
import { listNotifications } from '../../people/notifications/contract.ts'
import { recheckNumbers } from './numberRecheck.service.ts'
import { vatRechecks } from './table.ts'

let shop: TestShop
let admin: TestUser
/** The order that others are copies of. */
let soldId: string
let serial = 0
beforeAll(async () => {
  shop = await openShop({ env: { SELLER_COUNTRY: 'BE', SELLER_VAT_NUMBER: 'BE0403170701' } })
  admin = await shop.newUser('ADMIN')
  const { id: productId } = await addProduct(shop, { price: 12_100 })
  soldId = (await sellWhileViesIsAway(shop, { items: [{ productId, quantity: 1 }] })).orderId
  const settled = {
    subjectId: soldId,
    vatNumber: UNANSWERED_NUMBER,
    nextAt: new Date(),
    settledAt: new Date(),
  }
  await shop.node.platform.db.insert(vatRechecks).values(settled)
})
afterAll(() => shop.close())

const HOUR = 3_600_000
const db = () => shop.node.platform.db
/** Numbers with good check digits: `NL004495445B10` and on. */
const numberOf = (place: number) => `NL004495445B${place}`

/** Orders of a business of each number, invoiced while VIES was away: copies of one. @returns their ids by number */
async function sellTo(numbers: readonly string[]): Promise<Map<string, string>> {
  const copies = numbers.map(vatNumber => ({ vatNumber, id: randomUUID(), serial: (serial += 1) }))
  for (const { vatNumber, id, serial: place } of copies) {
    await db().execute(sql`
      insert into orders select (jsonb_populate_record(o, jsonb_build_object(
        'id', ${id}::text, 'number', ${`1999-${place}`}::text, 'created_at', now(),
        'vat', jsonb_set(o.vat, '{business,vatNumber}', to_jsonb(${vatNumber}::text))
      ))).* from orders o where o.id = ${soldId}`)
    await db().execute(sql`
      insert into invoices select (jsonb_populate_record(i, jsonb_build_object(
        'id', gen_random_uuid(), 'number', ${`F1999-${place}`}::text, 'subject_id', ${id}::text
      ))).* from invoices i where i.subject_id = ${soldId}`)
  }
  return new Map(copies.map(({ vatNumber, id }) => [vatNumber, id]))
}

/** A run of the job, so many hours from now. @returns the numbers that it asked about, in order */
async function run(hours: number, answer: VatNumberLookup = () => Promise.resolve(null)): Promise<string[]> {
  const asked: string[] = []
  const now = () => new Date(Date.now() + hours * HOUR)
  await recheckNumbers({ ...shop.node.platform, now }, (vatNumber, requester) => {
    asked.push(vatNumber)
    return answer(vatNumber, requester)
  })
  return asked
}
const valid: VatNumberLookup = () => Promise.resolve({ isValid: true, name: null, consultation: 'WAPI1' })
const told = async (orderIds: readonly string[]) =>
  (await admin.call(listNotifications)).body.filter(
    ({ type, path }) => type === 'VAT_NUMBER_VALID' && orderIds.some(id => path === `/admin/orders/${id}`),
  ).length
const settleAll = () => db().update(vatRechecks).set({ settledAt: new Date() })

describe('numbers that VIES did not answer about', () => {
  it('are asked about in turn: twenty that never answer keep the others waiting for one run', async () => {
    const silent = Array.from({ length: 20 }, (_, index) => numberOf(10 + index))
    await sellTo(silent)
    const answered = Array.from({ length: 5 }, (_, index) => numberOf(60 + index))
    const orders = await sellTo(answered)
    const lookUp: VatNumberLookup = (vatNumber, requester) =>
      answered.includes(vatNumber) ? valid(vatNumber, requester) : Promise.resolve(null)
    expect((await run(0, lookUp)).toSorted()).toEqual(silent)
    expect(await told([...orders.values()])).toBe(0)
    const second = await run(1, lookUp)
    expect(second.slice(0, 5).toSorted()).toEqual(answered)
    expect(second).toHaveLength(20)
    expect(await told([...orders.values()])).toBe(5)
    // The five of which the turn was not yet come before those that were asked about just now.
    const third = await run(2, lookUp)
    expect(third.slice(0, 5).toSorted()).toEqual(silent.filter(each => !second.includes(each)))
    expect(third.filter(each => answered.includes(each))).toEqual([])
    await settleAll()
  })

  it('are asked about less often each time, once a day at last, for thirty days', async () => {
    await sellTo([numberOf(70)])
    const asked: number[] = []
    for (let hour = 0; hour <= 24 * 4; hour += 1) if ((await run(hour)).length > 0) asked.push(hour)
    expect(asked).toEqual([0, 1, 3, 7, 15, 30, 54, 78])
    expect(await run(24 * 29)).toHaveLength(1)
    expect(await run(24 * 31)).toEqual([])
    await settleAll()
  })

  it('are told of when the business was answered at another order meanwhile, without asking again', async () => {
    const vatNumber = numberOf(71)
    const orders = await sellTo([vatNumber])
    await run(0)
    await checkNumber(shop.node.platform, valid, vatNumber)
    // Not an hour later, at which it would be its turn.
    expect(await run(0.1)).toEqual([])
    expect(await told([...orders.values()])).toBe(1)
  })

  it('keep the answer and tell of it together, or neither', async () => {
    const vatNumber = numberOf(72)
    const orders = await sellTo([vatNumber])
    await db().execute(sql`
      create function refuse_notification() returns trigger language plpgsql as $$ begin raise exception 'no'; end $$`)
    await db().execute(sql`
      create trigger refuse before insert on notifications for each row when (new.kind = 'VAT_NUMBER_VALID')
      execute function refuse_notification()`)
    await expect(run(0, valid)).rejects.toThrow('Failed query')
    expect(await db().$count(vatNumberChecks, eq(vatNumberChecks.vatNumber, vatNumber))).toBe(0)
    await db().execute(sql`drop trigger refuse on notifications`)
    expect(await run(1, valid)).toEqual([vatNumber])
    expect(await told([...orders.values()])).toBe(1)
    expect(await run(48, valid)).toEqual([])
  })
})

it('forgets them after sixty days', async () => {
  const orders = await sellTo([numberOf(73)])
  await run(0, valid)
  const kept = () => db().$count(vatRechecks, inArray(vatRechecks.subjectId, [...orders.values()]))
  expect(await kept()).toBe(1)
  await run(61 * 24)
  expect(await kept()).toBe(0)
})
