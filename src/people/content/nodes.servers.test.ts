import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTwoNodes, type TwoNodes } from '../../../tests/support/shopOnPostgres.ts'
import type { TestShop, TestUser } from '../../../tests/support/shop.ts'
import { readFaq } from './contract.ts'
import { faqContent } from './faq.rules.ts'
import { publishContent, readContent, saveDraft } from './admin/contract.ts'

let nodes: TwoNodes
let admin: TestUser
beforeAll(async () => {
  nodes = await openTwoNodes()
  admin = await nodes.one.newUser('ADMIN')
})
afterAll(() => nodes.close())

const opened = async () => {
  const { key, version, revision } = (await admin.call(readContent, { key: 'faq' })).body
  return { key, version, revision }
}
const body = (intro: string) => ({ ...faqContent.defaults, intro })
const introAt = async (node: TestShop) => (await node.newClient().call(readFaq)).body.intro

it('shows on every node a text that is published on one', async () => {
  // The other node is informed by the bus, not by its timer.
  const heard = new Promise(resolve => nodes.two.node.platform.bus.subscribe('content.changed', resolve))
  expect((await admin.call(publishContent, { ...(await opened()), body: body('Nieuw') })).status).toBe(200)
  expect(await introAt(nodes.one)).toBe('Nieuw')
  await heard
  await expect.poll(() => introAt(nodes.two), { timeout: 20_000 }).toBe('Nieuw')
})

it.each([['without a draft'], ['over the same draft']])('publishes one of twenty versions %s', async kind => {
  if (kind !== 'without a draft') await admin.call(saveDraft, { ...(await opened()), body: body('Concept') })
  const before = await opened()
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      admin.call(publishContent, { ...before, body: body(`Versie ${index}`) }),
    ),
  )
  const published = answers.filter(({ status }) => status === 200)
  expect(published).toHaveLength(1)
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(19)
  expect((await opened()).version).toBe(before.version + 1)
  expect(await introAt(nodes.one)).toBe(published[0]?.body.published['intro'])
})

it('saves one of twenty drafts, beside a publication', async () => {
  for (let round = 0; round < 40; round += 1) {
    // Every other round starts without a draft: a row is inserted then, else one is updated.
    if (round % 2 === 0) await admin.call(publishContent, { ...(await opened()), body: body('Nieuw') })
    const before = await opened()
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        admin.call(index === 7 ? publishContent : saveDraft, { ...before, body: body(`Concept ${index}`) }),
      ),
    )
    const statuses = answers.map(({ status }) => status).toSorted((one, other) => one - other)
    expect(statuses).toEqual([200, ...Array<number>(19).fill(409)])
  }
}, 60_000)
