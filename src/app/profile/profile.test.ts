import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addProduct } from '../../../tests/support/fixtures.ts'
import { openShop, type TestUser, type TestShop } from '../../../tests/support/shop.ts'
import { readUser } from '../../people/accounts/contract.ts'
import { users } from '../../people/accounts/table.ts'
import { readProfile, updateProfile } from './contract.ts'

let shop: TestShop
let member: TestUser
const time = new Date('2026-11-21T12:00:00Z')
beforeAll(async () => {
  shop = await openShop({ now: () => time })
  member = await shop.newUser()
})
afterAll(() => shop.close())

const db = () => shop.node.platform.db

describe('a profile', () => {
  it('has the seed’s defaults, and only its user can read it', async () => {
    const member = await shop.newUser('MODEL')
    const { status, body } = await member.call(readProfile)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      id: member.user.id,
      email: member.user.email,
      role: 'MODEL',
      firstName: null,
      lastName: null,
      displayName: member.user.displayName,
      dateOfBirth: null,
      phone: null,
      avatarUrl: null,
      bio: null,
      profileVisibility: 'PRIVATE',
      showStatistics: false,
      emailNotifications: true,
      smsNotifications: false,
      pushNotifications: true,
      preferredCategories: [],
      createdAt: expect.stringMatching(/Z$/),
      minutesBalance: 0,
      credits: 100,
    })
    expect(body).toEqual((await member.call(readUser)).body)
    expect(body).not.toHaveProperty('password')
    expect((await shop.newClient().call(readProfile)).status).toBe(401)
  })

  it('saves the given fields, trimmed, keeps the others, and clears empty ones', async () => {
    const member = await shop.newUser()
    const { categoryId } = await addProduct(shop)
    const sent = {
      firstName: '  Zoë ',
      lastName: 'van ’t Hof',
      displayName: '  玉 Zoë 🌷 ',
      dateOfBirth: '1990-02-28',
      phone: '+31 (0)6 12.34-56/78',
      bio: 'Eerste regel\ntweede regel \u{1F469}\u200D\u{1F680}',
      profileVisibility: 'PUBLIC',
      showStatistics: true,
      emailNotifications: false,
      smsNotifications: true,
      pushNotifications: false,
      preferredCategories: [categoryId, categoryId],
    }
    const kept = { ...sent, firstName: 'Zoë', displayName: '玉 Zoë 🌷', preferredCategories: [categoryId] }
    expect(await member.call(updateProfile, sent)).toMatchObject({ status: 200, body: kept })
    expect(await member.call(updateProfile, {})).toMatchObject({ status: 200, body: kept })
    const emptied = { firstName: '', lastName: '  ', phone: null, bio: '', dateOfBirth: '' }
    const left = await member.call(updateProfile, { ...emptied, preferredCategories: [] })
    expect(left.body).toMatchObject({
      firstName: null,
      lastName: null,
      phone: null,
      bio: null,
      dateOfBirth: null,
      preferredCategories: [],
      displayName: kept.displayName,
      profileVisibility: 'PUBLIC',
    })
    expect((await member.call(readUser)).body).toMatchObject(left.body)
  })

  it('cannot change role, minutes, e-mail address or password', async () => {
    const member = await shop.newUser()
    const before = await rowOf(member)
    const sent = {
      role: 'ADMIN',
      minutesBalance: 1000,
      credits: 9999,
      email: 'ander@gloed.test',
      password: 'x'.repeat(20),
      id: (await shop.newUser()).user.id,
      avatarUrl: 'https://elders.example/x.png',
      emailVerifiedAt: time.toISOString(),
      deleteAfter: time.toISOString(),
      createdAt: '2000-01-01T00:00:00Z',
    }
    const { status, body } = await member.call(updateProfile, sent)
    expect({ status, body }).toMatchObject({ status: 200, body: { role: 'USER', minutesBalance: 0 } })
    expect(await rowOf(member)).toEqual(before)
  })

  it.each([
    ['firstName', 'x'.repeat(101), 'Gebruik hoogstens 100 tekens.'],
    ['lastName', 'x'.repeat(101), 'Gebruik hoogstens 100 tekens.'],
    ['displayName', ' a ', 'Gebruik minstens 2 tekens.'],
    ['displayName', '\u200b\u3164\u200d', 'Gebruik minstens 2 tekens.'],
    ['displayName', 'x'.repeat(61), 'Gebruik hoogstens 60 tekens.'],
    ['displayName', null, 'Vul een weergavenaam in.'],
    ['phone', 'bel me', 'Vul een telefoonnummer in, zoals +31 6 12345678.'],
    ['phone', '1'.repeat(31), 'Vul een telefoonnummer in, zoals +31 6 12345678.'],
    ['bio', 'x'.repeat(501), 'Gebruik hoogstens 500 tekens.'],
    ['dateOfBirth', '31-12-1990', 'Vul een datum in als jjjj-mm-dd.'],
    ['dateOfBirth', '1990-02-30', 'Vul een datum in als jjjj-mm-dd.'],
    ['dateOfBirth', 19900101, 'Vul een datum in als jjjj-mm-dd.'],
    ['dateOfBirth', '1850-01-01', 'Dit is meer dan 120 jaar geleden. Controleer het jaar.'],
    ['profileVisibility', 'FRIENDS', 'Kies een van de mogelijkheden.'],
    ['showStatistics', 'ja', 'Kies ja of nee.'],
    ['preferredCategories', ['bestaat-niet'], 'Kies uit de categorieën van de shop.'],
  ])('refuses %s %j', async (field, value, message) => {
    const refused = await member.call(updateProfile, { [field]: value })
    expect(refused).toMatchObject({ status: 400, body: { code: 'INVALID_INPUT' } })
    expect(refused.body).toHaveProperty(['fields', field], message)
  })

  it.each([
    ['2008-11-22', 'Je moet 18 jaar of ouder zijn.'],
    ['2026-11-22', 'Deze datum ligt in de toekomst.'],
  ])('is refused for a birth date of %s', async (dateOfBirth, message) => {
    const member = await shop.newUser()
    const refused = await member.call(updateProfile, { dateOfBirth, firstName: 'Jong' })
    expect(refused).toMatchObject({
      status: 422,
      body: { code: 'UNDER_AGE', fields: { dateOfBirth: message } },
    })
    expect(await rowOf(member)).toMatchObject({ dateOfBirth: null, firstName: null })
    expect((await member.call(updateProfile, { dateOfBirth: '2008-11-21' })).status).toBe(200)
  })
})

async function rowOf({ user }: TestUser) {
  const [row] = await db().select().from(users).where(eq(users.id, user.id))
  return row
}
