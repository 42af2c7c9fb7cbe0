import { eq, sql } from 'drizzle-orm'
import { describe, expect, it, vi } from 'vitest'
import { controlFixture } from '../../../tests/support/controlFixture.ts'
import { someAddress } from '../../../tests/support/fixtures.ts'
import { setPublic } from '../../../tests/support/guests.ts'
import { openSocketClient } from '../../../tests/support/socketClient.ts'
import { deleteAccount, readPersonalData } from '../../backoffice/privacy/contract.ts'
import { updateProfile } from '../../app/profile/contract.ts'
import { addMissingContactDigests, saveContactDigests } from '../../people/accounts/contactDigest.service.ts'
import { contactDigests, users } from '../../people/accounts/table.ts'
import { createAddress, updateAddress } from '../../people/addresses/contract.ts'
import { listMinutePackages, purchaseMinutes } from '../../money/minutes/contract.ts'
import { minutePurchases } from '../../money/minutes/table.ts'
import { issueToken } from '../../people/accounts/token.service.ts'
import { verifyEmail } from '../../people/accounts/contract.ts'
import type { TestCustomer } from '../../../tests/support/customers.ts'
import { openShop, PASSWORD } from '../../../tests/support/shop.ts'
import { listContacts } from '../messages/contract.ts'
import { listToys, sendCommand, stopControl } from '../sessions/contract.ts'
import { joinQueue, readQueuePosition } from '../sessions/queue/contract.ts'
import { createStopLink, stopByLink } from '../studio/stopLinks/contract.ts'
import { readStudio } from '../studio/contract.ts'
import {
  blockUser,
  hideInArea,
  listBlockedUsers,
  readHiding,
  replaceContacts,
  setPublicPage,
  showInArea,
  unblockUser,
} from './contract.ts'
import { hashContacts } from './hooks.ts'
import { blockedAreas, blockedContacts, blockedUsers, blockSettings } from './table.ts'

const control = controlFixture()
const { db } = control
const until = (check: () => unknown) => vi.waitFor(check, { timeout: 8000, interval: 25 })
const hashes = (...contacts: string[]) => hashContacts(contacts)
const hiding = async () => (await control.creator.call(readHiding)).body
const list = async (sent: unknown) => control.creator.call(replaceContacts, { hashes: sent })

describe('a block', () => {
  it.each([
    ['by name', ({ userId }: { userId: string }) => control.creator.call(blockUser, { userId })],
    ['by country', () => control.creator.call(hideInArea, { country: 'NL' })],
    ['by region', () => control.creator.call(hideInArea, { country: 'NL', postcode: '3512' })],
    [
      'by contact',
      async ({ userId }: { userId: string }) => {
        await db().update(users).set({ phone: '06-12345678' }).where(eq(users.id, userId))
        await db().transaction(tx => saveContactDigests(tx, control.shop.node.platform, userId))
        return list(await hashes('+31612345678'))
      },
    ],
  ] as const)(
    '%s ends the session in both tabs and the place in the queue, with the reason of any stop',
    async (_, hide) => {
      const { customer, toyId, send } = await control.inControl()
      const waiting = await control.newCustomer(20)
      expect((await waiting.call(joinQueue, { toyId })).status).toBe(201)
      const tabs = [
        await openSocketClient(control.shop.origin, { cookie: customer.cookie() }),
        await openSocketClient(control.shop.origin, { cookie: customer.cookie() }),
      ]
      await send({ command: 'vibrate', intensity: 12 })
      await control.simulator.untilLevel(toyId, 12)
      expect((await hide(customer)).status).toBeLessThan(300)
      await control.simulator.untilLevel(toyId, 0)
      const ended = {
        status: 'STOPPED',
        stoppedBy: 'CREATOR',
        stopReason: 'STOPPED_BY_CREATOR',
        minutesUsed: 0,
      }
      await until(async () => expect(await control.beat(customer)).toMatchObject(ended))
      for (const tab of tabs)
        await until(() => expect(JSON.stringify(tab.received)).toContain('STOPPED_BY_CREATOR'))
      expect(await customer.call(sendCommand, { toyDeviceId: toyId, command: 'vibrate' })).toMatchObject({
        status: 409,
      })
      if (_ === 'by country' || _ === 'by region')
        await until(async () => expect((await waiting.call(readQueuePosition)).body).toBeNull())
      const { userId } = waiting
      expect((await control.creator.call(blockUser, { userId })).status).toBe(201)
      await until(async () => expect((await waiting.call(readQueuePosition)).body).toBeNull())
      expect((await customer.call(listContacts)).body).toEqual([])
      for (const tab of tabs) tab.close()
      await db().delete(blockedUsers)
      await db().delete(blockedAreas)
      await db().delete(blockedContacts)
    },
  )

  it('leaves a stop link working, also while the shop is public', async () => {
    await setPublic(control.shop)
    const { customer, toyId } = await control.inControl()
    const { body } = await control.creator.call(createStopLink, { name: 'Tas', isSingleUse: false })
    const token = body.url.split('/').at(-1)
    expect((await control.creator.call(hideInArea, { country: 'BE' })).status).toBe(204)
    expect(await control.beat(customer)).toMatchObject({ status: 'ACTIVE' })
    expect(await control.shop.newClient().call(stopByLink, { token })).toMatchObject({
      body: { sessions: 1 },
    })
    await control.creator.call(blockUser, { userId: customer.userId })
    expect(await control.shop.newClient().call(stopByLink, { token })).toMatchObject({
      body: { sessions: 0 },
    })
    expect((await control.shop.newClient().call(listToys)).status).toBe(401)
    expect((await customer.call(listToys)).body.map(({ id }) => id)).not.toContain(toyId)
    await db().delete(blockedAreas)
    await db().delete(blockedUsers)
  })

  it('holds for an address that is added later, and never for the creator herself', async () => {
    const { creator } = control
    expect((await creator.call(hideInArea, { country: 'DE' })).status).toBe(204)
    const customer = await control.newCustomer(20)
    expect((await customer.call(listToys)).body).not.toEqual([])
    for (const who of [customer, creator])
      expect(
        (await who.call(createAddress, { ...someAddress, country: 'DE', postalCode: '10115' })).status,
      ).toBe(201)
    expect((await customer.call(listToys)).body).toEqual([])
    expect((await creator.call(listToys)).body).not.toEqual([])
    const [area] = (await hiding()).areas
    expect((await creator.call(showInArea, { areaId: area?.id })).status).toBe(204)
    expect((await creator.call(showInArea, { areaId: area?.id })).status).toBe(404)
    expect((await customer.call(listToys)).body).not.toEqual([])
  })

  const abroad = { ...someAddress, country: 'DE', postalCode: '10115' }
  it.each([
    ['an address', (who: TestCustomer) => who.call(createAddress, abroad)],
    [
      'a changed address',
      async (who: TestCustomer) => {
        const { body } = await who.call(createAddress, someAddress)
        return who.call(updateAddress, { ...abroad, addressId: body.id })
      },
    ],
    ['a phone number', (who: TestCustomer) => who.call(updateProfile, { phone: '0612345678' })],
    [
      'the proof of an address of mail',
      async (who: TestCustomer) => {
        const { platform } = control.shop.node
        const token = await db().transaction(tx => issueToken(tx, who.userId, 'VERIFY_EMAIL', platform.now()))
        return who.call(verifyEmail, { token })
      },
    ],
    [
      'a country that a purchase states',
      async (who: TestCustomer) => {
        const buy = async () => {
          const [offer] = (await who.call(listMinutePackages, {})).body
          const { id: packageId = '', minutes, price } = offer ?? {}
          return who.call(purchaseMinutes, { packageId, minutes, price, agreesToImmediateStart: true })
        }
        await buy()
        // As the scheme of distance sales stores it.
        await db()
          .update(minutePurchases)
          .set({ vat: sql`coalesce(vat, '{}') || '{"statedCountry": "DE"}'` })
          .where(eq(minutePurchases.userId, who.userId))
        return buy()
      },
    ],
  ] as const)('of before covers %s of a player or of the next in the queue from then on', async (_, add) => {
    const { customer, toyId, send } = await control.inControl()
    const waiting = await control.newCustomer(20)
    expect((await waiting.call(joinQueue, { toyId })).status).toBe(201)
    await control.creator.call(hideInArea, { country: 'DE' })
    await list(await hashes('+31612345678', customer.email, waiting.email))
    await send({ command: 'vibrate', intensity: 12 })
    await control.simulator.untilLevel(toyId, 12)
    expect((await add(waiting)).status).toBeLessThan(300)
    await until(async () => expect((await waiting.call(readQueuePosition)).body).toBeNull())
    expect((await add(customer)).status).toBeLessThan(300)
    await control.simulator.untilLevel(toyId, 0)
    const ended = { status: 'STOPPED', stoppedBy: 'CREATOR', stopReason: 'STOPPED_BY_CREATOR' }
    await until(async () => expect(await control.beat(customer)).toMatchObject(ended))
    await db().delete(blockedAreas)
    await db().delete(blockedContacts)
  })

  it('of a country or region says in Dutch what is wrong, and is stored once', async () => {
    const hide = (input: object) => control.creator.call(hideInArea, input)
    for (const [input, fields] of [
      [{}, { country: 'Kies een land uit de lijst.' }],
      [{ country: 'XX' }, { country: 'Kies een land uit de lijst.' }],
      [{ country: 'DE', postcode: '10' }, { postcode: 'Een regio kan alleen in Nederland en België.' }],
      [
        { country: 'NL', postcode: '351' },
        { postcode: 'Vul de eerste 2 of alle 4 cijfers van een postcode in.' },
      ],
    ] as const)
      expect(await hide(input)).toMatchObject({ status: 400, body: { fields } })
    for (const _ of [1, 2]) expect((await hide({ country: 'BE', postcode: '20' })).status).toBe(204)
    expect((await hiding()).areas).toMatchObject([{ country: 'BE', postcode: '20' }])
    await db().delete(blockedAreas)
  })
})

describe('a list of contacts', () => {
  it('answers the same whatever it matches, shows only its length, and is replaced and emptied', async () => {
    const customer = await control.newCustomer(20)
    expect((await customer.call(updateProfile, { phone: '0612000001' })).status).toBe(200)
    const answers = [await list(await hashes('+31612000001')), await list(await hashes('+31612000002'))]
    expect(answers.map(({ status, body }) => [status, body])).toEqual([
      [204, ''],
      [204, ''],
    ])
    expect(await hiding()).toMatchObject({ contacts: 1, isForMembersOnly: true })
    await list(await hashes('+31612000001', 'ander@example.nl', '+31612000001'))
    expect(await hiding()).toMatchObject({ contacts: 2 })
    expect((await customer.call(listToys)).body).toEqual([])
    await customer.call(updateProfile, { phone: '' })
    expect((await customer.call(listToys)).body).not.toEqual([])
    expect(await db().$count(contactDigests, eq(contactDigests.userId, customer.userId))).toBe(0)
    expect((await list([])).status).toBe(204)
    expect(await hiding()).toMatchObject({ contacts: 0, isForMembersOnly: false })
  })

  it('takes 10,000 hashes, and refuses more and anything else', async () => {
    const many = await hashes(...Array.from({ length: 10_000 }, (_, at) => `lid${at}@example.nl`))
    expect((await list(many)).status).toBe(204)
    expect(await hiding()).toMatchObject({ contacts: 10_000 })
    const more = await list([...many, 'x'.repeat(22)])
    expect(more).toMatchObject({
      status: 400,
      body: { fields: { hashes: expect.stringContaining('hoogstens 10.000') } },
    })
    for (const wrong of [['jan@example.nl'], ['x'], 'x', null]) expect((await list(wrong)).status).toBe(400)
    expect(await hiding()).toMatchObject({ contacts: 10_000 })
    await list([])
  })

  it('is replaced five times a day, and emptied at any time', async () => {
    const strict = await openShop({ env: { RATE_LIMIT_FACTOR: '1' } })
    try {
      const one = await strict.newUser('MODEL')
      const send = async (sent: string[]) => (await one.call(replaceContacts, { hashes: sent })).status
      const statuses = []
      for (let at = 0; at < 6; at += 1) statuses.push(await send(await hashes(`lid${at}@example.nl`)))
      expect(statuses).toEqual([204, 204, 204, 204, 204, 429])
      expect(await send([])).toBe(204)
    } finally {
      await strict.close()
    }
  })

  it('matches accounts of before once the job has run, and only verified addresses', async () => {
    const [known, unproven] = [await control.newCustomer(20), await control.newCustomer(20)]
    await db().update(users).set({ emailVerifiedAt: control.now() }).where(eq(users.id, known.userId))
    await list(await hashes(known.email, unproven.email))
    expect((await known.call(listToys)).body).not.toEqual([])
    await addMissingContactDigests(control.shop.node.platform)
    expect((await known.call(listToys)).body).toEqual([])
    expect((await unproven.call(listToys)).body).not.toEqual([])
    await list([])
  })
})

it('the page is for members only with any block, unless she overrides it', async () => {
  const { creator } = control
  const customer = await control.newCustomer(0)
  expect(await hiding()).toMatchObject({ isForMembersOnly: false, isPublicDespiteBlocks: false })
  await creator.call(blockUser, { userId: customer.userId })
  expect(await hiding()).toMatchObject({ isForMembersOnly: true })
  expect((await creator.call(setPublicPage, { isPublicDespiteBlocks: true })).status).toBe(204)
  expect(await hiding()).toMatchObject({ isForMembersOnly: false, isPublicDespiteBlocks: true })
  await creator.call(setPublicPage, { isPublicDespiteBlocks: false })
  await creator.call(unblockUser, { userId: customer.userId })
})

it('everything of hers is in her export, and goes with her account', async () => {
  const one = await control.shop.newUser('MODEL')
  const customer = await control.newCustomer(0)
  await one.call(blockUser, { userId: customer.userId })
  await one.call(hideInArea, { country: 'BE', postcode: '20' })
  await one.call(replaceContacts, { hashes: await hashes('jan@example.nl') })
  await one.call(setPublicPage, { isPublicDespiteBlocks: true })
  await one.call(updateProfile, { phone: '0470 12 34 56' })
  const digests = () => db().$count(contactDigests, eq(contactDigests.userId, one.user.id))
  expect(await digests(), 'Dutch or Belgian').toBe(2)
  const { body } = await one.call(readPersonalData)
  expect(JSON.stringify(body)).toContain('"postcode":"20"')
  expect((await one.call(listBlockedUsers)).body).toHaveLength(1)
  expect((await one.call(readStudio)).body.toys).toEqual([])
  expect((await one.call(deleteAccount, { password: PASSWORD })).status).toBe(202)
  expect(await digests()).toBe(0)
  for (const table of [blockedUsers, blockedAreas, blockedContacts, blockSettings])
    expect(await db().$count(table, eq(table.creatorId, one.user.id))).toBe(0)
  await customer.call(stopControl)
})
