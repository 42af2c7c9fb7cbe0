import { afterAll, beforeAll, expect, it } from 'vitest'
import { createCustomers, type TestCustomer } from '../../../../tests/support/customers.ts'
import { openTwoNodes, type TwoNodes } from '../../../../tests/support/shopOnPostgres.ts'
import type { TestShop, TestUser } from '../../../../tests/support/shop.ts'
import { addTestMinutes, linkToys } from '../../../../tests/support/toys.ts'
import { startControl } from '../../sessions/contract.ts'
import { createStopLink, stopByLink } from './contract.ts'

/** A limit that one node can't show: the stops of a link, counted over all nodes. */
let nodes: TwoNodes
let creator: TestUser
let toyDeviceId: string
beforeAll(async () => {
  nodes = await openTwoNodes()
  creator = await nodes.one.newUser('MODEL')
  ;[toyDeviceId = ''] = await linkToys(nodes.one, creator)
})
afterAll(() => nodes.close())

const stopAt = (shop: TestShop, token: string) => shop.newClient().call(stopByLink, { token })
/** Half of them at each node, all at once. */
const stopOften = (token: string, times: number) =>
  Promise.all(Array.from({ length: times }, (_, index) => stopAt(index % 2 ? nodes.one : nodes.two, token)))
const countOf = (answers: { status: number }[], status: number) =>
  answers.filter(answer => answer.status === status).length

it('a link stops six times a minute over both nodes while nobody plays, and is refused by neither while somebody does', async () => {
  const { body } = await creator.call(createStopLink, { name: 'In mijn tas', isSingleUse: false })
  const token = body.url.split('/').at(-1) ?? ''
  const idle = await stopOften(token, 20)
  expect([countOf(idle, 200), countOf(idle, 429)]).toEqual([6, 14])

  const [customer] = (await createCustomers(nodes.one, 1)) as [TestCustomer]
  await addTestMinutes(nodes.one, customer.userId, 20)
  for (const node of [nodes.one, nodes.two]) {
    expect((await customer.call(startControl, { toyDeviceId })).status).toBe(201)
    expect(await stopAt(node, token)).toMatchObject({ status: 200, body: { sessions: 1 } })
    expect((await stopAt(node, token)).status).toBe(429)
  }
})
