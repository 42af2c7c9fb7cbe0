import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openFakeAddressProvider } from '../../../tests/support/fakeAddressProvider.ts'
import { openShop, type TestUser, type TestShop } from '../../../tests/support/shop.ts'
import { createLog } from '../../platform/telemetry/log.ts'
import { lookUpAddress } from './contract.ts'

const home = { postcode: '3512AB', huisnummer: 12, straatnaam: 'Lindelaan', woonplaatsnaam: 'Utrecht' }
const lines: string[] = []
let provider: Awaited<ReturnType<typeof openFakeAddressProvider>>
let shop: TestShop
let member: TestUser
beforeAll(async () => {
  provider = await openFakeAddressProvider([{ ...home, huisnummer: 121, straatnaam: 'Dorpsstraat' }, home])
  shop = await openShop({
    env: { ADDRESS_LOOKUP: 'pdok', PDOK_API_BASE: provider.base },
    log: createLog('trace', { write: line => void lines.push(line) }),
  })
  member = await shop.newUser()
})
afterAll(async () => {
  await shop.close()
  await provider.close()
})

const lookUp = (postalCode: string, houseNumber: string) =>
  member.call(lookUpAddress, { postalCode, houseNumber })

describe('address lookup', () => {
  it.each([
    ['3512 AB', '12'],
    ['3512ab', '12 bis'],
    [' 3512AB ', '12-2'],
    ['3512ab', '12a'],
  ])('finds the street and city of %s %s, and not of a similar number', async (postalCode, number) => {
    provider.mood = 'well'
    expect(await lookUp(postalCode, number)).toMatchObject({
      status: 200,
      body: { street: 'Lindelaan', city: 'Utrecht' },
    })
    expect(provider.asked.at(-1)).toBe('3512AB 12')
  })

  it.each([
    ['1000', '12'],
    ['0512 AB', '12'],
    ['3512 AB', 'bis'],
    ['3512 AB', '0'],
    ['3512 AB', '123456'],
    ['3512AB&fq=*:*', '12'],
    ['', ''],
  ])('sends no request for %j %j', async (postalCode, number) => {
    const before = provider.asked.length
    expect(await lookUp(postalCode, number)).toMatchObject({ status: 204, body: '' })
    expect(provider.asked).toHaveLength(before)
  })

  it('returns nothing for an unknown address', async () => {
    expect(await lookUp('9999 ZZ', '1')).toMatchObject({ status: 204 })
  })

  it.each(['silent', 'broken', 'html', 'other'] as const)(
    'returns nothing when the provider is %s, and logs no address',
    async mood => {
      provider.mood = mood
      const before = lines.length
      expect(await lookUp('3512 AB', '12')).toMatchObject({ status: 204 })
      const said = lines.slice(before).join('\n')
      expect(said).toContain('address look-up')
      expect(said).not.toContain('3512')
    },
  )

  it('requires a session', async () => {
    const { status } = await shop.newClient().call(lookUpAddress, { postalCode: '3512AB', houseNumber: '12' })
    expect(status).toBe(401)
  })
})

it('is off unless enabled, and is rate limited', async () => {
  const other = await openShop({
    env: { PDOK_API_BASE: provider.base, RATE_LIMIT_FACTOR: '1' },
    now: () => new Date('2026-11-21T12:00:00Z'),
  })
  try {
    const one = await other.newUser()
    const before = provider.asked.length
    const tries = Array.from({ length: 21 }, () =>
      one.call(lookUpAddress, { postalCode: '3512AB', houseNumber: '12' }),
    )
    const statuses = (await Promise.all(tries)).map(({ status }) => status)
    expect(statuses.toSorted((a, b) => a - b)).toEqual([...Array(20).fill(204), 429])
    expect(provider.asked).toHaveLength(before)
  } finally {
    await other.close()
  }
})
