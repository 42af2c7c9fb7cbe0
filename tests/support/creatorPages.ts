import { expect } from 'vitest'
import { decideOnTexts } from '../../src/live/creatorPages/admin/contract.ts'
import {
  type PageDraft,
  type PictureKind,
  readOwnPage,
  saveOwnPage,
} from '../../src/live/creatorPages/contract.ts'
import { drawn } from './pictureUploads.ts'
import type { TestUser } from './shop.ts'

/** The texts of a page; a test changes those that it is about. */
export const pageDraft = (changes: Partial<PageDraft> = {}): PageDraft => ({
  slug: 'merel',
  stageName: 'Merel',
  mood: 'Rustige avond',
  about: 'Ik zing graag.',
  likes: ['golven'],
  dislikes: ['haast'],
  languages: ['nl'],
  thanks: null,
  ...changes,
})

/** Hands in a page, and approves it. */
export async function publishPage(creator: TestUser, admin: TestUser, changes: Partial<PageDraft> = {}) {
  const { status, body } = await creator.call(saveOwnPage, pageDraft(changes))
  expect({ status, body }).toMatchObject({ status: 200 })
  const { submittedAt } = body
  const userId = creator.user.id
  const decided = await admin.call(decideOnTexts, {
    userId,
    submittedAt: String(submittedAt),
    isApproved: true,
  })
  expect(decided.status).toBe(204)
}

/** Sends a picture for a page. @param content a drawn one by default */
export async function sendPicture(creator: TestUser, kind: PictureKind, content?: Uint8Array) {
  const form = new FormData()
  const bytes = content ?? (await drawn().png().toBuffer())
  form.append('picture', new Blob([new Uint8Array(bytes)]), 'ik.png')
  return creator.request('POST', `/api/studio/page/${kind}/picture`, form)
}

export const picturesOf = async (creator: TestUser) => (await creator.call(readOwnPage)).body?.pictures ?? []

/** Audited calls around pages, with input for each. */
export function auditedPageChanges(who: { admin: TestUser }, newCreator: () => Promise<TestUser>) {
  let count = 0
  const written = async (one: TestUser) => {
    const { status, body } = await one.call(saveOwnPage, pageDraft({ slug: `merel-${++count}` }))
    expect({ status, body }).toMatchObject({ status: 200 })
    return { userId: one.user.id, submittedAt: body.submittedAt, isApproved: true }
  }
  const pictured = async (one: TestUser, kind: PictureKind = 'GALLERY') => {
    await written(one)
    expect((await sendPicture(one, kind)).status).toBeLessThan(300)
    return { pictureId: (await picturesOf(one)).at(-1)?.id, isApproved: true }
  }
  return {
    'PUT /api/studio/page': async () => pageDraft({ slug: `merel-${++count}` }),
    'PUT /api/studio/page/openings': async () => {
      await written(who.admin)
      return { isOpenToVisitors: true, isInSearchEngines: false, hasPreview: false, noticeAudience: 'NOBODY' }
    },
    'PUT /api/studio/page/pictures': async () => {
      await pictured(who.admin)
      const gallery = (await picturesOf(who.admin)).filter(({ kind }) => kind === 'GALLERY')
      return { pictureIds: gallery.map(({ id }) => id) }
    },
    'DELETE /api/studio/page/pictures/:pictureId': () => pictured(who.admin),
    'POST /api/admin/creator-pages/:userId/texts': async () => written(await newCreator()),
    'POST /api/admin/creator-pictures/:pictureId': async () => pictured(await newCreator()),
  }
}
