import { afterAll, beforeAll, expect, it } from 'vitest'
import { pageDraft, publishPage } from '../../../tests/support/creatorPages.ts'
import { openPostgres } from '../../platform/db/postgres/openPostgres.ts'
import { openSharedPostgres, type SharedPostgres } from '../../../tests/support/sharedPostgres.ts'
import { openShop, type TestShop, type TestUser } from '../../../tests/support/shop.ts'
import { linkToys } from '../../../tests/support/toys.ts'
import { listToys } from '../sessions/contract.ts'
import { creators } from '../creators/table.ts'
import { readCreatorPage, saveOwnPage } from './contract.ts'

/** Races that a single connection can't show. */
const ROUNDS = 6
let postgres: SharedPostgres
let shop: TestShop
let admin: TestUser
let member: TestUser
beforeAll(async () => {
  postgres = openSharedPostgres()
  shop = await openShop({ database: await openPostgres(await postgres.create()) })
  admin = await shop.newUser('ADMIN')
  member = await shop.newUser()
})
afterAll(async () => {
  await shop.close()
  await postgres.close()
})

const newCreator = async () => {
  const creator = await shop.newUser('MODEL')
  await shop.node.platform.db.insert(creators).values({ userId: creator.user.id, acceptedAt: new Date() })
  return creator
}

it('a search while a creator is renamed finds her by the old name or the new, with the address that belongs to it', async () => {
  const creator = await newCreator()
  await publishPage(creator, admin, { slug: 'naam-0', stageName: 'Naam 0' })
  await linkToys(shop, creator)
  for (let round = 1; round <= ROUNDS; round += 1) {
    const renamed = publishPage(creator, admin, { slug: `naam-${round}`, stageName: `Naam ${round}` })
    const seen = await Promise.all(
      Array.from({ length: 8 }, async () => {
        const [toy] = (await member.call(listToys)).body
        const { slug, stageName } = toy?.creator ?? {}
        const page = await member.call(readCreatorPage, { slug: String(slug) })
        return [slug, stageName, page.status, page.body.slug]
      }),
    )
    await renamed
    const allowed = [round - 1, round].flatMap(before =>
      [before, round].map(after => [`naam-${before}`, `Naam ${before}`, 200, `naam-${after}`]),
    )
    for (const each of seen) expect(allowed).toContainEqual(each)
    const [toy] = (await member.call(listToys)).body
    expect(toy?.creator).toMatchObject({ slug: `naam-${round}`, stageName: `Naam ${round}` })
  }
})

it('of two creators who hand in one address at once, one gets it', async () => {
  const both = await Promise.all([newCreator(), newCreator()])
  for (let round = 0; round < ROUNDS; round += 1) {
    const answers = await Promise.all(
      both.map(creator => creator.call(saveOwnPage, pageDraft({ slug: `samen-${round}` }))),
    )
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400])
  }
})
