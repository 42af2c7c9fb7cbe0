import { randomUUIDv7 } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openShop, type TestUser, type TestShop } from '../../../../tests/support/shop.ts'
import { changeCategory, createCategory } from '../../../shop/products/admin/contract.ts'
import { listAuditEntries } from './contract.ts'
import { auditEntries } from '../table.ts'

let shop: TestShop
let admin: TestUser
beforeAll(async () => {
  shop = await openShop()
  admin = await shop.newUser('ADMIN')
  const { id: categoryId } = (await admin.call(createCategory, { name: 'Kaarsen' })).body
  await admin.call(createCategory, { name: 'Oliën' })
  await admin.call(changeCategory, { categoryId, name: 'Geurkaarsen' })
})
afterAll(() => shop.close())

const db = () => shop.node.platform.db

it('cannot be changed by anyone', async () => {
  for (const change of [
    db().update(auditEntries).set({ actorId: null }),
    db().delete(auditEntries),
    db().execute('truncate audit_entries'),
  ])
    await expect(change).rejects.toThrow(
      expect.objectContaining({
        cause: expect.objectContaining({ message: 'audit_entries is append-only' }),
      }),
    )
})

it('is filtered by page, actor, action, subject and period', async () => {
  const read = async (looked: object = {}) => (await admin.call(listAuditEntries, looked)).body
  const all = await read({ pageSize: 3 })
  expect(all).toMatchObject({ total: await db().$count(auditEntries), page: 1, pageSize: 3 })
  const second = (await read({ pageSize: 1, page: 2 })).items[0]
  expect(second).toEqual(all.items[1])
  expect(all.items[0]?.actor).toEqual({ id: admin.user.id, displayName: admin.user.displayName })
  const { action, subjectId, at } = second as NonNullable<typeof second>
  expect((await read({ action })).items.every(entry => entry.action === action)).toBe(true)
  expect((await read({ subjectId })).items.map(entry => entry.subjectId)).toContain(subjectId)
  expect((await read({ actorId: randomUUIDv7() })).total).toBe(0)
  expect((await read({ until: at })).items.every(entry => entry.at < at)).toBe(true)
  expect((await read({ from: at })).items.every(entry => entry.at >= at)).toBe(true)
  for (const wrong of [
    { action: 'ZOMAAR' },
    { from: '0000-01-01T00:00:00Z' },
    { until: '9999-12-31T23:59:59-01:00' },
  ])
    expect((await admin.call(listAuditEntries, wrong)).status).toBe(400)
})
