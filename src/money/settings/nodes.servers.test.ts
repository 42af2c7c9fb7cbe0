import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTwoNodes, type TwoNodes } from '../../../tests/support/shopOnPostgres.ts'
import type { TestShop, TestUser } from '../../../tests/support/shop.ts'
import { readShop } from './contract.ts'
import { changeSettings, readSettings } from './admin/contract.ts'

let nodes: TwoNodes
let admin: TestUser
beforeAll(async () => {
  nodes = await openTwoNodes()
  admin = await nodes.one.newUser('ADMIN')
})
afterAll(() => nodes.close())

const kept = async () => (await admin.call(readSettings)).body
const factsAt = async (node: TestShop) => (await node.newClient().call(readShop)).body
const save = async (changes: object, version: number) => {
  const { settings } = await kept()
  return admin.call(changeSettings, { ...settings, ...changes, version })
}

it('applies a change of one node on the other', async () => {
  // The other node is informed by the bus, not by its timer.
  const heard = new Promise(resolve => nodes.two.node.platform.bus.subscribe('settings.changed', resolve))
  expect((await save({ shopName: 'Vonk', trackingCost: 395 }, 0)).status).toBe(200)
  expect(await factsAt(nodes.one)).toMatchObject({ name: 'Vonk', trackingCost: 395 })
  await heard
  await expect
    .poll(() => factsAt(nodes.two), { timeout: 20_000 })
    .toMatchObject({ name: 'Vonk', trackingCost: 395 })
})

it('saves one of twenty changes based on the same version', async () => {
  const { version } = await kept()
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) => save({ trackingCost: 100 + index }, version)),
  )
  const saved = answers.filter(({ status }) => status === 200)
  expect(saved).toHaveLength(1)
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(19)
  expect(await kept()).toEqual(saved[0]?.body)
})

it('saves one of several first changes', async () => {
  const { settings } = await kept()
  await nodes.one.node.platform.db.execute('delete from settings')
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      admin.call(changeSettings, { ...settings, trackingCost: 300 + index, version: 0 }),
    ),
  )
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(19)
})
