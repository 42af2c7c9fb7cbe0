import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openShop, type TestShop, type TestUser } from '../../../tests/support/shop.ts'
import { type AdminContent, readFaq, readHome } from './contract.ts'
import { faqContent } from './faq.rules.ts'
import { homeContent } from './home.rules.ts'
import { contentVersions } from './table.ts'
import { discardDraft, listContent, publishContent, readContent, saveDraft } from './admin/contract.ts'

let shop: TestShop
let admin: TestUser
const statements: string[] = []
beforeAll(async () => {
  shop = await openShop({ onStatement: sql => statements.push(sql) })
  admin = await shop.newUser('ADMIN')
})
afterAll(() => shop.close())
beforeEach(async () => {
  await shop.node.platform.db.delete(contentVersions)
})

const open = async (key: string): Promise<AdminContent> => (await admin.call(readContent, { key })).body
const openedOf = ({ key, version, revision }: AdminContent) => ({ key, version, revision })
const faq = (intro: string) => ({ ...faqContent.defaults, intro })
const publishFaq = async (intro: string) =>
  admin.call(publishContent, { ...openedOf(await open('faq')), body: faq(intro) })

describe('a text', () => {
  it('is its default until something is published', async () => {
    // Each test begins with an empty table, but the cache keeps the texts of the test before.
    await shop.node.platform.content.refresh()
    expect(await open('home')).toMatchObject({
      version: 0,
      revision: 0,
      publishedAt: null,
      draft: null,
      published: homeContent.defaults,
      history: [],
    })
    expect((await shop.newClient().call(readHome)).body.title).toBe('Warm, rustig en helemaal van jou')
  })

  it('is shown to everyone once it is published, without a statement per visit', async () => {
    const { status, body } = await publishFaq('Vraag maar.')
    expect(status).toBe(200)
    expect(body).toMatchObject({
      version: 1,
      revision: 0,
      draft: null,
      history: [{ version: 1, by: admin.user.displayName }],
    })
    const visitor = shop.newClient()
    statements.length = 0
    expect((await visitor.call(readFaq)).body.intro).toBe('Vraag maar.')
    await visitor.call(readHome)
    // The clock of live sessions may make others meanwhile.
    expect(statements.filter(text => text.includes('content_'))).toEqual([])
  })

  it('has a draft that nobody else sees', async () => {
    const opened = await open('faq')
    const saved = await admin.call(saveDraft, { ...openedOf(opened), body: faq('') })
    expect(saved).toMatchObject({ status: 200, body: { version: 0, revision: 1, draft: { intro: '' } } })
    const list = (await admin.call(listContent)).body
    expect(list.find(({ key }) => key === 'faq')).toMatchObject({
      version: 0,
      draftedAt: expect.stringMatching(/^\d{4}-/) as string,
    })
    const again = await admin.call(saveDraft, { ...openedOf(saved.body), body: faq('Beter') })
    expect(again.body).toMatchObject({ revision: 2, draft: { intro: 'Beter' } })
    expect((await shop.newClient().call(readFaq)).body.intro).not.toBe('Beter')
    const published = await admin.call(publishContent, { ...openedOf(again.body), body: faq('Beter') })
    expect(published.body).toMatchObject({ version: 1, draft: null, draftedAt: null, revision: 0 })
  })

  it('keeps every version, and an old one is published again as a new one', async () => {
    await publishFaq('Eerst')
    await publishFaq('Daarna')
    const { history } = await open('faq')
    expect(history.map(({ version, body }) => [version, body['intro']])).toEqual([
      [2, 'Daarna'],
      [1, 'Eerst'],
    ])
    await publishFaq('Eerst')
    expect((await open('faq')).history[0]).toMatchObject({ version: 3, body: { intro: 'Eerst' } })
  })
})

describe('another admin', () => {
  it.each([
    ['saves', saveDraft],
    ['publishes', publishContent],
    ['discards', discardDraft],
  ] as const)('who %s over a newer draft is told', async (_, endpoint) => {
    const before = await open('faq')
    await admin.call(saveDraft, { ...openedOf(before), body: faq('Van mij') })
    const other = await shop.newUser('ADMIN')
    expect(await other.call(endpoint, { ...openedOf(before), body: faq('Van jou') })).toMatchObject({
      status: 409,
      body: { code: 'CONTENT_CHANGED' },
    })
    expect((await open('faq')).draft).toMatchObject({ intro: 'Van mij' })
  })

  it('who publishes over a newer version is told', async () => {
    const before = await open('faq')
    await publishFaq('Van mij')
    expect(await admin.call(publishContent, { ...openedOf(before), body: faq('Van jou') })).toMatchObject({
      status: 409,
    })
    expect(await admin.call(saveDraft, { ...openedOf(before), version: 7, body: faq('x') })).toMatchObject({
      status: 409,
    })
  })
})

describe('publishing', () => {
  it.each([
    [{ intro: '' }, 'intro'],
    [{ questions: [] }, 'questions'],
    [{ questions: [{ question: 'Wat?', answer: 'Zie [hier](javascript:x)' }] }, 'questions.0.answer'],
    [{ questions: [{ question: 'Wat?', answer: 'Dag {naam}' }] }, 'questions.0.answer'],
  ])('refuses %j', async (change, field) => {
    const opened = await open('faq')
    const body = { ...faqContent.defaults, ...change }
    const answer = await admin.call(publishContent, { ...openedOf(opened), body })
    expect(answer).toMatchObject({ status: 400, body: { code: 'INVALID_INPUT' } })
    expect(Object.keys((answer.body as unknown as { fields: object }).fields)).toContain(field)
    expect((await open('faq')).version).toBe(0)
  })

  it('answers 404 for a text that does not exist', async () => {
    for (const endpoint of [readContent, saveDraft, publishContent, discardDraft])
      expect(await admin.call(endpoint, { key: 'nothing', version: 0, revision: 0, body: {} })).toMatchObject(
        {
          status: 404,
        },
      )
  })

  it('refuses a draft with unknown fields, or of more than 200,000 characters', async () => {
    const opened = openedOf(await open('faq'))
    expect(await admin.call(saveDraft, { ...opened, body: { html: '<b>' } })).toMatchObject({ status: 400 })
    const intro = 'x'.repeat(200_001)
    expect(await admin.call(saveDraft, { ...opened, body: { intro } })).toMatchObject({ status: 413 })
  })
})

it('keeps the default of a field that a stored version does not have, and drops one that it no longer has', async () => {
  const { db, content } = shop.node.platform
  await db.insert(contentVersions).values({
    key: 'home',
    version: 100,
    status: 'PUBLISHED',
    revision: 1,
    body: { title: 'Kort', gone: 'weg' },
    actorId: admin.user.id,
    changedAt: new Date(),
  })
  await content.refresh()
  const { body } = await shop.newClient().call(readHome)
  expect(body).toEqual({ ...homeContent.defaults, title: 'Kort' })
})
