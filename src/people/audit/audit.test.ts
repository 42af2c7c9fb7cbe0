import { randomUUIDv7 } from 'node:crypto'
import { desc, eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { controlFixture } from '../../../tests/support/controlFixture.ts'
import { addProduct } from '../../../tests/support/fixtures.ts'
import type { TestUser } from '../../../tests/support/shop.ts'
import { tryPromotions } from '../../shop/promotions/admin/contract.ts'
import { createBulkEdit, importProducts } from '../../shop/products/admin/bulk/contract.ts'
import { sendTestMail } from '../../backoffice/checklist/contract.ts'
import { startUpload } from '../../shop/downloads/admin/contract.ts'
import { auditEntries } from './table.ts'
import { auditedChanges } from '../../../tests/support/auditedChanges.ts'
import { previewMail } from '../content/admin/contract.ts'

const control = controlFixture()
const who = {} as { admin: TestUser; customer: TestUser }
beforeAll(async () => {
  who.admin = await control.shop.newUser('ADMIN')
  who.customer = await control.shop.newUser()
})
const scenes = auditedChanges(control, who)

const { db } = control
const entries = () => db().select().from(auditEntries).orderBy(desc(auditEntries.at), desc(auditEntries.id))

const nameOf = ({ method, path }: { method: string; path: string }) => `${method} ${path}`
/** Forms with a file are tested with their own slice. */
const isForm = ({ method, path }: { method: string; path: string }) =>
  method === 'POST' && /\/(picture|parts|codes|manuals|payout-statements)$/.test(path)
/** Preparing a change does not change anything yet, and a test mail changes nothing. */
const drafts = new Set(
  [createBulkEdit, importProducts, startUpload, sendTestMail, previewMail, tryPromotions].map(
    ({ path }) => path,
  ),
)
const isDraft = ({ path }: { path: string }) => drafts.has(path)
/** Lists that are of their maker alone change nothing for anybody else; an accepted start and a sign are in their session. */
const isOwn = ({ path }: { path: string }) =>
  /^\/api\/(admin\/saved-filters|studio\/(favourites|notes|accept|signal))/.test(path)
const changing = () =>
  control.shop.node.app.endpoints.filter(
    call =>
      call.method !== 'GET' &&
      (call.access === 'admin' || call.access === 'model') &&
      !isForm(call) &&
      !isDraft(call) &&
      !isOwn(call),
  )

describe('the audit log', () => {
  it('covers every endpoint by which an admin or a creator changes something', () => {
    expect(Object.keys(scenes).toSorted()).toEqual(changing().map(nameOf).toSorted())
  })

  it.each(Object.keys(scenes))('has an entry of %s', async name => {
    const endpoint = changing().find(each => nameOf(each) === name)
    if (!endpoint) throw new Error(`no such call: ${name}`)
    const input = await scenes[name]?.()
    const before = await db().$count(auditEntries, eq(auditEntries.actorId, who.admin.user.id))
    const { method, path } = endpoint
    const { status, body } =
      input instanceof FormData
        ? await who.admin.request(method, path, input)
        : await who.admin.call(endpoint, input)
    expect(status, JSON.stringify(body)).toBeLessThan(300)
    expect(await db().$count(auditEntries, eq(auditEntries.actorId, who.admin.user.id))).toBeGreaterThan(
      before,
    )
  })

  it('has no entry for a refused change', async () => {
    // Requesting a TOTP secret, running the reconciliation, a run of payouts and a panic need no input, and are never refused.
    const refusable = changing().filter(
      ({ path }) => !/\/(generate-qr|books\/check|panic|payout-runs)$/.test(path),
    )
    const before = await db().$count(auditEntries)
    for (const endpoint of refusable) {
      const ids = [...endpoint.path.matchAll(/:(\w+)/g)].map(([, id]) => [id, randomUUIDv7()])
      const input = { ...Object.fromEntries(ids), sessionId: randomUUIDv7() }
      const { status } = await who.admin.call(endpoint, input)
      expect(status, nameOf(endpoint)).toBeGreaterThanOrEqual(400)
    }
    expect(await db().$count(auditEntries)).toBe(before)
  })

  it('has the old and new values, and no personal data', async () => {
    const { id: productId } = await addProduct(control.shop, { price: 1000, stock: 5 })
    await who.admin.request('PUT', `/api/admin/products/${productId}`, { price: 900, stock: 4 })
    const [entry] = await entries()
    expect(entry).toMatchObject({
      actorId: who.admin.user.id,
      action: 'PRODUCT_CHANGED',
      subjectKind: 'PRODUCT',
      subjectId: productId,
      details: { price: { from: 1000, to: 900 }, stock: { from: 5, to: 4 } },
    })
    const kept = JSON.stringify(await entries())
    for (const word of [who.customer.user.email, 'de Wit', 'Stuur het maar terug', '3SGLOED1'])
      expect(kept).not.toContain(word)
  })
})
