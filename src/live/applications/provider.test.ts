import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { IdentityFault } from '../../../simulators/identity/contract.ts'
import { applicant, upload } from '../../../tests/support/creatorApplications.ts'
import { openShop, PASSWORD, type TestShop, type TestUser } from '../../../tests/support/shop.ts'
import { login } from '../../people/accounts/contract.ts'
import * as contract from './contract.ts'

let shop: TestShop
let time = new Date('2026-12-01T12:00:00Z')
beforeAll(async () => void (shop = await openShop({ now: () => time, env: { CREATOR_PROGRAMME: 'on' } })))
afterAll(() => shop.close())

describe('the identity provider', () => {
  const person = {
    sub: 'persoon',
    given_name: 'Kwikstaartje',
    family_name: 'Zwaluw',
    birthdate: '1994-05-17',
    adult: 'yes',
  }
  let subjects = 0
  /** Goes to the provider and comes back. @returns the parameters of the answer */
  async function visit(one: TestUser, about: object = {}, answer = 'confirm') {
    const { status, body } = await one.call(contract.beginIdentityProof)
    expect(status).toBe(201)
    const url = new URL(body.url)
    subjects += 1
    const form = {
      ...Object.fromEntries(url.searchParams),
      ...person,
      sub: `persoon-${subjects}`,
      answer,
      ...about,
    }
    const back = await fetch(url.origin + url.pathname, {
      method: 'POST',
      body: new URLSearchParams(form),
      redirect: 'manual',
    })
    const location = new URL(back.headers.get('location') ?? '')
    expect(location.pathname).toBe(contract.APPLICATION_PATH)
    return Object.fromEntries(location.searchParams)
  }
  const setFault = (fault: IdentityFault) =>
    fetch(`${shop.origin}/simulator/identity/faults`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ fault }),
    })
  const isVerified = async (one: TestUser) =>
    (await one.call(contract.readOwnApplication)).body.application?.isVerified

  it('proves who she is, also with keys that are new', async () => {
    for (const fault of ['none', 'rotated-keys'] as const) {
      await setFault(fault)
      const one = await applicant(shop)
      const { status, body } = await one.call(contract.finishIdentityProof, await visit(one))
      expect({ status, body }).toMatchObject({ status: 200, body: { application: { isVerified: true } } })
      expect((await one.call(contract.sendApplication)).status).toBe(200)
    }
    await setFault('none')
  })

  it.each(['wrong-nonce', 'wrong-audience', 'wrong-issuer', 'expired', 'unsigned', 'unknown-key'] as const)(
    'is not believed: %s',
    async fault => {
      const one = await applicant(shop)
      const answer = await visit(one)
      await setFault(fault)
      const { status, body } = await one.call(contract.finishIdentityProof, answer)
      await setFault('none')
      expect({ status, body }).toMatchObject({
        status: 400,
        body: { code: 'TOKEN_INVALID', message: expect.stringContaining('klopt niet') },
      })
      expect(await isVerified(one)).toBe(false)
    },
  )

  it.each(['down', 'failing-token'] as const)('that fails blocks nothing: %s', async fault => {
    const one = await applicant(shop)
    const answer = await visit(one)
    await setFault(fault)
    const { status, body } = await one.call(contract.finishIdentityProof, answer)
    const begun = await one.call(contract.beginIdentityProof)
    await setFault('none')
    expect({ status, body }).toMatchObject({
      status: 503,
      body: { message: expect.stringContaining('antwoordt nu niet') },
    })
    if (fault === 'down') expect(begun.status).toBe(503)
    expect((await upload(one)).status).toBe(201)
  })

  it('answers once, in time, to the login that asked', async () => {
    const one = await applicant(shop)
    const answer = await visit(one)
    const other = await applicant(shop)
    const told = async (who: TestUser, given: object, message: string) => {
      const { status, body } = await who.call(contract.finishIdentityProof, given)
      expect({ status, body }).toMatchObject({
        status: 400,
        body: { message: expect.stringContaining(message) },
      })
    }
    await told(other, answer, 'ander account')
    await told(one, { ...answer, state: 'onbekend' }, 'geen aanvraag')
    expect((await one.call(contract.finishIdentityProof, answer)).status).toBe(200)
    await told(one, answer, 'al gebruikt')
    await told(other, await visit(other, {}, 'cancel'), 'afgebroken')
    const late = await visit(other)
    time = new Date(time.getTime() + 16 * 60_000)
    await told(other, late, 'kwartier')
    const moved = await visit(other)
    const again = shop.newClient()
    const { email } = other.user
    expect((await again.call(login, { email, password: PASSWORD })).status).toBe(200)
    const { status, body } = await again.call(contract.finishIdentityProof, moved)
    expect({ status, body }).toMatchObject({
      status: 400,
      body: { message: expect.stringContaining('opnieuw ingelogd') },
    })
    expect(await isVerified(other)).toBe(false)
  })

  it('knows a person by one account only', async () => {
    const [one, other] = [await applicant(shop), await applicant(shop)]
    const about = { sub: 'dezelfde' }
    expect((await one.call(contract.finishIdentityProof, await visit(one, about))).status).toBe(200)
    const { status, body } = await other.call(contract.finishIdentityProof, await visit(other, about))
    expect({ status, body }).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('ander account') },
    })
    expect(await isVerified(other)).toBe(false)
  })

  it.each([{ birthdate: '2010-01-01' }, { adult: 'no' }])('refuses a person under 18: %o', async about => {
    const one = await applicant(shop)
    const { status } = await one.call(contract.finishIdentityProof, await visit(one, about))
    expect(status).toBe(422)
    expect((await one.call(contract.readOwnApplication)).body.application).toMatchObject({
      state: 'REFUSED',
      refusal: 'UNDER_AGE',
      details: null,
    })
  })
})
