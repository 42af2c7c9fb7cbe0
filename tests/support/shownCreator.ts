import { creatorPages } from '../../src/live/creatorPages/table.ts'
import type { PageTexts } from '../../src/live/creatorPages/contract.ts'
import type { TestShop, TestUser } from './shop.ts'

export const pageTexts: PageTexts = {
  stageName: 'Noor',
  mood: 'Rustig opbouwen',
  about: null,
  likes: ['zacht beginnen', 'plagen'],
  dislikes: [],
  languages: ['nl'],
  thanks: 'Fijn dat je er was.',
}

/** Gives a creator an approved page, as an admin would. */
export async function showCreator(
  { node }: TestShop,
  creator: TestUser,
  { texts, ...page }: Partial<typeof creatorPages.$inferInsert> & { texts?: Partial<PageTexts> } = {},
): Promise<string> {
  const slug = page.slug ?? 'noor'
  const set = { ...page, slug, shown: { ...pageTexts, ...texts } }
  await node.platform.db
    .insert(creatorPages)
    .values({ userId: creator.user.id, ...set })
    .onConflictDoUpdate({ target: creatorPages.userId, set })
  return slug
}
