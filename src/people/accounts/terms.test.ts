import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addProduct } from '../../../tests/support/fixtures.ts'
import { quickPackage } from '../../../tests/support/payments.ts'
import { openShop, type TestShop, type TestUser } from '../../../tests/support/shop.ts'
import { purchaseMinutes } from '../../money/minutes/contract.ts'
import { readShop } from '../../money/settings/contract.ts'
import { checkout } from '../../shop/checkout/contract.ts'
import { readLegalText } from '../legal/contract.ts'
import { termsContent } from '../legal/terms.rules.ts'
import { acceptTerms, logout, readUser, register, TERMS_KEY } from './contract.ts'
import { termsAcceptances } from './table.ts'
import { mustAcceptTerms } from './terms.rules.ts'
import { publishContent, readContent } from '../content/admin/contract.ts'

let shop: TestShop
let admin: TestUser
let customer: TestUser
beforeAll(async () => {
  shop = await openShop()
  admin = await shop.newUser('ADMIN')
  customer = await shop.newUser()
})
afterAll(() => shop.close())

/** Publishes terms whose introduction is this. */
async function publish(intro: string, asksAcceptance: boolean): Promise<void> {
  const { version, revision } = (await admin.call(readContent, { key: TERMS_KEY })).body
  const body = { ...termsContent.defaults, intro }
  const answer = await admin.call(publishContent, { key: TERMS_KEY, version, revision, body, asksAcceptance })
  expect(answer.status).toBe(200)
}
const buy = (buyer: TestUser) => buyer.call(purchaseMinutes, quickPackage)
const acceptancesOf = async (userId: string) =>
  (
    await shop.node.platform.db.select().from(termsAcceptances).where(eq(termsAcceptances.userId, userId))
  ).map(({ version }) => version)
const terms = async (version?: string) =>
  shop.newClient().call(readLegalText, { document: 'terms', ...(version && { version }) })

describe('terms', () => {
  it('are the seed’s until others are published, and nobody is asked', async () => {
    expect((await terms()).body).toMatchObject({
      label: '1.0',
      publishedAt: null,
      isCurrent: true,
      body: termsContent.defaults,
      versions: [{ label: '1.0' }],
    })
    expect((await buy(customer)).status).toBe(201)
  })

  it('with a small correction ask nothing', async () => {
    await publish('Met een komma erbij.', false)
    expect((await terms()).body).toMatchObject({ label: '1.1', body: { intro: 'Met een komma erbij.' } })
    expect((await shop.newClient().call(readShop)).body.termsVersion).toBe('1.1')
    expect((await buy(customer)).status).toBe(201)
  })

  it('that ask for it are accepted before the next order, and nothing else waits', async () => {
    await publish('Nieuwe afspraken.', true)
    const refused = { status: 409, body: { code: 'TERMS_CHANGED' } }
    expect(await buy(customer)).toMatchObject(refused)
    const { id: productId } = await addProduct(shop)
    const order = { items: [{ productId, quantity: 1 }], hasTracking: false }
    expect(await customer.call(checkout, order)).toMatchObject(refused)
    expect((await customer.call(readUser)).body.policyVersion).toBe('1.0')
    expect((await terms()).status).toBe(200)
    expect(await customer.call(acceptTerms, { version: '1.1' })).toMatchObject(refused)
    expect(await acceptancesOf(customer.user.id)).toEqual([])
    expect(await customer.call(acceptTerms, { version: '2.0' })).toMatchObject({
      status: 200,
      body: { policyVersion: '2.0' },
    })
    await customer.call(acceptTerms, { version: '2.0' })
    expect(await acceptancesOf(customer.user.id)).toEqual(['2.0'])
    expect((await buy(customer)).status).toBe(201)
    expect((await (await shop.newUser()).call(logout)).status).toBe(204)
  })

  it('are recorded at registration', async () => {
    const client = shop.newClient()
    const person = { email: 'nieuw@gloed.test', password: 'een-goed-wachtwoord', displayName: 'Nieuw' }
    const { body } = await client.call(register, person)
    expect(body.policyVersion).toBe('2.0')
    expect(await acceptancesOf(body.id)).toEqual(['2.0'])
  })

  it('stay readable in each version', async () => {
    expect((await terms('1.1')).body).toMatchObject({
      isCurrent: false,
      body: { intro: 'Met een komma erbij.' },
      versions: [{ label: '2.0' }, { label: '1.1' }, { label: '1.0', publishedAt: null }],
    })
    expect((await terms('1.0')).body).toMatchObject({ isCurrent: false, body: termsContent.defaults })
    expect((await terms('7.0')).status).toBe(404)
  })

  it('can’t lose the details of the seller', async () => {
    const { version, revision } = (await admin.call(readContent, { key: TERMS_KEY })).body
    const body = { ...termsContent.defaults, sections: [{ id: '', title: 'Kort', text: 'Alles mag.' }] }
    expect(await admin.call(publishContent, { key: TERMS_KEY, version, revision, body })).toMatchObject({
      status: 400,
      body: { fields: { sections: expect.stringContaining('{verkoper} moet blijven staan') } },
    })
  })
})

it.each([
  ['1.0', '1.0', false],
  ['1.0', '1.9', false],
  ['-', '1.0', false],
  ['1.9', '2.0', true],
  ['2.0', '2.3', false],
  ['2.3', '10.0', true],
  ['-', '2.0', true],
])('a user who accepted %s has to accept %s: %j', (accepted, current, expected) => {
  expect(mustAcceptTerms(accepted, current)).toBe(expected)
})
