import { afterAll, beforeAll, expect, it } from 'vitest'
import { createCustomers } from '../../../tests/support/customers.ts'
import { openSharedPostgres, type SharedPostgres } from '../../../tests/support/sharedPostgres.ts'
import { openShop, type TestUser, type TestShop } from '../../../tests/support/shop.ts'
import { addTestMinutes, linkToys } from '../../../tests/support/toys.ts'
import { toggleToy } from '../sessions/admin/contract.ts'
import { startControl } from '../sessions/contract.ts'
import { findLiveSessionsByOwner } from '../sessions/engine/creatorSession.service.ts'
import { openPostgres } from '../../platform/db/postgres/openPostgres.ts'
import { blockUser, listBlockedUsers, unblockUser } from '../blocks/contract.ts'
import { changeToy, stopToys } from './contract.ts'
import { panic } from './panic/contract.ts'

/** A race that a single connection can't show: between a start and its prohibition. */
const ROUNDS = 12
let postgres: SharedPostgres
let shop: TestShop
let creator: TestUser
let admin: TestUser
let toyDeviceId: string
beforeAll(async () => {
  postgres = openSharedPostgres()
  shop = await openShop({ database: await openPostgres(await postgres.create()) })
  creator = await shop.newUser('MODEL')
  admin = await shop.newUser('ADMIN')
  ;[toyDeviceId = ''] = await linkToys(shop, creator)
})
afterAll(async () => {
  await shop.close()
  await postgres.close()
})

const live = () => findLiveSessionsByOwner(shop.node.platform.db, creator.user.id)
/** 0, 1, 2, … milliseconds apart, with either of the two first. */
const apart = (ms: number) => new Promise(resolve => setTimeout(resolve, ms))

async function newCustomer() {
  const [customer] = await createCustomers(shop, 1)
  if (!customer) throw new Error('nobody came')
  await addTestMinutes(shop, customer.userId, 20)
  return customer
}

it('a start during a block of its user is either refused or stopped', async () => {
  const outcomes = new Set<number>()
  for (let round = 0; round < ROUNDS; round += 1) {
    const customer = await newCustomer()
    const { userId } = customer
    const [started] = await Promise.all([
      customer.call(startControl, { toyDeviceId }),
      apart(round).then(() => creator.call(blockUser, { userId })),
    ])
    outcomes.add(started.status)
    expect(await live()).toEqual([])
    expect((await customer.call(startControl, { toyDeviceId })).status).toBe(404)
    await creator.call(unblockUser, { userId })
  }
  expect([...outcomes].every(status => status === 201 || status === 404)).toBe(true)
})

it('a start while the toy is taken off the air is either refused or stopped', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const customer = await newCustomer()
    const [started] = await Promise.all([
      customer.call(startControl, { toyDeviceId }),
      apart(round).then(() => admin.call(toggleToy, { toyId: toyDeviceId, active: false })),
    ])
    expect([201, 404]).toContain(started.status)
    expect(await live()).toEqual([])
    await admin.call(toggleToy, { toyId: toyDeviceId, active: true })
    await creator.call(changeToy, { toyId: toyDeviceId, onAir: true })
  }
})

it('twenty concurrent stops of all toys end a session once', async () => {
  const customer = await newCustomer()
  expect((await customer.call(startControl, { toyDeviceId })).status).toBe(201)
  const stops = await Promise.all(Array.from({ length: 20 }, () => creator.call(stopToys)))
  expect(stops.map(({ status }) => status)).toEqual(stops.map(() => 200))
  expect(await live()).toEqual([])
  expect((await customer.call(startControl, { toyDeviceId })).status).toBe(201)
  await creator.call(stopToys)
})

it('a start during a panic is either refused or stopped, and its user blocked when it came first', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const customer = await newCustomer()
    const [started, panicked] = await Promise.all([
      customer.call(startControl, { toyDeviceId }),
      apart(round).then(() => creator.call(panic)),
    ])
    expect([201, 404]).toContain(started.status)
    expect(panicked.status).toBe(200)
    expect(await live()).toEqual([])
    const blocks = (await creator.call(listBlockedUsers)).body.map(({ userId }) => userId)
    expect(blocks.includes(customer.userId)).toBe(started.status === 201)
    expect((await customer.call(startControl, { toyDeviceId })).status).toBe(404)
    for (const userId of blocks) await creator.call(unblockUser, { userId })
    await creator.call(changeToy, { toyId: toyDeviceId, onAir: true })
  }
})

it('concurrent panics end a session once, and block its user once', async () => {
  const customer = await newCustomer()
  expect((await customer.call(startControl, { toyDeviceId })).status).toBe(201)
  const panics = await Promise.all(Array.from({ length: 8 }, () => creator.call(panic)))
  expect(panics.map(({ status }) => status)).toEqual(panics.map(() => 200))
  expect(await live()).toEqual([])
  const blocks = (await creator.call(listBlockedUsers)).body
  expect(blocks).toMatchObject([{ userId: customer.userId }])
})
