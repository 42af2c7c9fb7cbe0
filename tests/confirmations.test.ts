import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eq } from 'drizzle-orm'
import { loginSessions } from '../src/people/accounts/table.ts'
import { setOrderStatus } from '../src/shop/orders/admin/contract.ts'
import type { Endpoint } from '../src/wire/endpoint.ts'
import { openShop, type TestShop } from './support/shop.ts'

let shop: TestShop
beforeAll(async () => void (shop = await openShop()))
afterAll(() => shop.close())

const asking = (kind: Endpoint['confirmation']) =>
  shop.node.app.endpoints
    .filter(({ confirmation }) => confirmation === kind)
    .map(({ method, path }) => `${method} ${path}`)
    .toSorted()

describe('a confirmed login', () => {
  it('is asked before a call that moves money or rights, and one that can’t be undone', () => {
    expect(asking('recent')).toEqual([
      'DELETE /api/account/passkeys/:passkeyId',
      'DELETE /api/account/sessions',
      'DELETE /api/account/sessions/:sessionId',
      'DELETE /api/admin/files/:fileId',
      'DELETE /api/admin/products/:productId',
      'DELETE /api/admin/products/:productId/codes',
      'DELETE /api/admin/users/:userId',
      'DELETE /api/admin/users/:userId/sessions',
      'DELETE /api/admin/vat/rates/:country/:taxClass/:validFrom',
      'GET /api/admin/auditor-files/:fileId',
      'POST /api/account/passkeys/options',
      'POST /api/admin/auditor-files',
      'POST /api/admin/content-reports/:caseId/decisions',
      'POST /api/admin/creator-applications/:applicationId/decision',
      'POST /api/admin/creator-applications/:applicationId/identity',
      'POST /api/admin/creators/:userId/agreements/:agreementId/read',
      'POST /api/admin/creators/:userId/suspensions',
      'POST /api/admin/creators/:userId/suspensions/:suspensionId/decision',
      'POST /api/admin/dac7',
      'POST /api/admin/earnings/shares',
      'POST /api/admin/gift-cards',
      'POST /api/admin/gift-cards/:cardId/block',
      'POST /api/admin/gift-cards/:cardId/send',
      'POST /api/admin/gift-cards/:cardId/unblock',
      'POST /api/admin/gift-purchases/:purchaseId/refund',
      'POST /api/admin/jobs/discard',
      'POST /api/admin/minute-debts/:debtId/settle',
      'POST /api/admin/minute-purchases/:purchaseId/refund',
      'POST /api/admin/minute-purchases/:purchaseId/vat-correction',
      'POST /api/admin/orders/:orderId/deliver',
      'POST /api/admin/orders/:orderId/refund',
      'POST /api/admin/orders/:orderId/vat-correction',
      'POST /api/admin/payout-runs',
      'POST /api/admin/payout-runs/:runId/file',
      'POST /api/admin/payout-statements',
      'POST /api/admin/payouts/:payoutId/return',
      'POST /api/admin/peppol/:invoiceId/send',
      'POST /api/admin/promotions',
      'POST /api/admin/recalls',
      'POST /api/admin/refunds/:refundId/mend',
      'POST /api/admin/reports/:quarter/close',
      'POST /api/admin/sessions/:sessionId/refund',
      'POST /api/admin/users/:userId/minutes',
      'POST /api/admin/users/:userId/store-credit',
      'POST /api/creator-account/leave',
      'PUT /api/admin/minute-packages',
      'PUT /api/admin/orders/:orderId/status',
      'PUT /api/admin/payees/:userId/name-check',
      'PUT /api/admin/promotions/:promotionId',
      'PUT /api/admin/settings',
      'PUT /api/admin/users/:userId',
      'PUT /api/admin/vat/rates',
      'PUT /api/studio/payee',
    ])
  })

  it('comes with the password where the input has it', () => {
    expect(asking('password')).toEqual([
      'DELETE /api/account',
      'DELETE /api/account/totp',
      'POST /api/account/totp',
      'POST /api/account/totp/recovery-codes',
      'PUT /api/account/password',
    ])
  })

  it('is stated by the OpenAPI document', async () => {
    const { body } = await shop.newClient().request('GET', '/api/openapi.json')
    const { paths } = body as {
      paths: Record<string, Record<string, { 'x-confirmation'?: string; responses: object }>>
    }
    const refund = paths['/api/admin/orders/{orderId}/refund']?.['post']
    expect(refund?.['x-confirmation']).toBe('recent')
    expect(JSON.stringify(refund?.responses)).toContain('CONFIRMATION_NEEDED')
    expect(paths['/api/cart']?.['post']?.['x-confirmation']).toBeUndefined()
  })

  it('is asked of an admin whose login is old by each of these, before anything is looked up', async () => {
    const admin = await shop.newUser('ADMIN')
    const old = { confirmedAt: new Date(0) }
    await shop.node.platform.db.update(loginSessions).set(old).where(eq(loginSessions.userId, admin.user.id))
    // With input that is valid, or these answer with its errors first.
    const inputs: Record<string, object> = {
      'DELETE /api/admin/users/:userId': { userId: admin.user.id },
      'DELETE /api/admin/products/:productId': { productId: admin.user.id },
      'DELETE /api/admin/files/:fileId': { fileId: admin.user.id },
      'DELETE /api/account/passkeys/:passkeyId': { passkeyId: admin.user.id },
      'POST /api/account/passkeys/options': {},
      'PUT /api/admin/users/:userId': { userId: admin.user.id, role: 'USER' },
      'POST /api/admin/orders/:orderId/refund': { orderId: admin.user.id },
      'PUT /api/admin/orders/:orderId/status': { orderId: admin.user.id, status: 'PAID' },
    }
    for (const [name, input] of Object.entries(inputs)) {
      const endpoint = shop.node.app.endpoints.find(({ method, path }) => `${method} ${path}` === name)
      expect(await admin.call(endpoint as Endpoint, input), name).toMatchObject({
        status: 403,
        body: { code: 'CONFIRMATION_NEEDED', methods: ['PASSWORD'] },
      })
    }
    // The daily work of a picker.
    const packed = { orderId: admin.user.id, status: 'PROCESSING' } as const
    expect((await admin.call(setOrderStatus, packed)).status).toBe(404)
  })
})
