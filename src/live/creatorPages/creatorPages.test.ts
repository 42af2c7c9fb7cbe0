import { and, eq } from 'drizzle-orm'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { sendReport } from '../../../tests/support/contentReports.ts'
import { pageDraft, picturesOf, publishPage, sendPicture } from '../../../tests/support/creatorPages.ts'
import { setPublic } from '../../../tests/support/guests.ts'
import { drawn, storedFiles } from '../../../tests/support/pictureUploads.ts'
import {
  openShop,
  PASSWORD,
  type TestClient,
  type TestShop,
  type TestUser,
} from '../../../tests/support/shop.ts'
import { deleteAccount, readPersonalData } from '../../backoffice/privacy/contract.ts'
import { changeSettings, readSettings } from '../../money/settings/admin/contract.ts'
import { users } from '../../people/accounts/table.ts'
import { auditEntries } from '../../people/audit/table.ts'
import { listNotifications } from '../../people/notifications/contract.ts'
import { keysOf } from '../../wire/records.ts'
import { blockUser } from '../blocks/contract.ts'
import { leaveProgramme } from '../creators/contract.ts'
import { creators } from '../creators/table.ts'
import { decideOnPicture, decideOnTexts, listModeratedPages } from './admin/contract.ts'
import * as contract from './contract.ts'
import { deleteExpiredSlugs } from './leaving.service.ts'
import { cleanUpCreatorPictures } from './picture.service.ts'
import { findCreatorCards, findShownCreator } from './shown.service.ts'
import { creatorPages, creatorPictures, reservedSlugs } from './table.ts'

let shop: TestShop
let admin: TestUser
let member: TestUser
let visitor: TestClient
let time = new Date('2026-12-01T12:00:00Z')
beforeAll(async () => {
  shop = await openShop({ now: () => time })
  admin = await shop.newUser('ADMIN')
  member = await shop.newUser()
  visitor = shop.newClient()
  await setPublic(shop)
})
afterAll(() => shop.close())
const db = () => shop.node.platform.db

let count = 0
let creator: TestUser
let slug: string
/** A creator whose page is shown to members. */
beforeEach(async () => {
  creator = await shop.newUser('MODEL')
  await db().insert(creators).values({ userId: creator.user.id, acceptedAt: time })
  slug = `merel-${++count}`
  await publishPage(creator, admin, { slug })
})

const look = async (who: TestClient, at = slug) => {
  const { status, body } = await who.call(contract.readCreatorPage, { slug: at })
  return { status, body }
}
const statusOf = async (who: TestClient, at = slug) => (await look(who, at)).status
const save = (changes: Partial<contract.PageDraft>, who = creator) =>
  who.call(contract.saveOwnPage, pageDraft({ slug, ...changes }))
const open = (changes: object) =>
  creator.call(contract.openOwnPage, {
    isOpenToVisitors: false,
    isInSearchEngines: false,
    hasPreview: false,
    noticeAudience: 'NOBODY',
    ...changes,
  })
const setProgramme = async (creatorProgramme: boolean, forbiddenWords = '') => {
  const { settings, version } = (await admin.call(readSettings)).body
  await admin.call(changeSettings, { ...settings, creatorProgramme, forbiddenWords, version })
}
const sitemap = async () => String((await visitor.request('GET', '/sitemap/pages.xml')).body)

describe('a page', () => {
  it('is for members, and for visitors once she opened it, with nothing that may be cached', async () => {
    expect(await look(member)).toMatchObject({
      status: 200,
      body: { slug, stageName: 'Merel', gallery: [], portraitUrl: null, isOnAir: false },
    })
    expect(await statusOf(visitor)).toBe(404)
    expect(await open({ hasPreview: true })).toMatchObject({ status: 400 })
    await open({ isOpenToVisitors: true })
    expect(await statusOf(visitor)).toBe(200)
    expect(await sitemap()).not.toContain(slug)
    await open({ isOpenToVisitors: true, isInSearchEngines: true })
    expect(await sitemap()).toContain(`/c/${slug}<`)
    const { headers } = await fetch(new URL(`/api/creators/${slug}`, shop.origin))
    expect(headers.get('cache-control')).toBe('private, no-store')
    await setPublic(shop, false)
    expect(await statusOf(visitor)).toBe(404)
    await setPublic(shop)
  })

  it('answers whom she blocked as if she did not exist, and visitors too', async () => {
    await open({ isOpenToVisitors: true, isInSearchEngines: true })
    await creator.call(blockUser, { userId: member.user.id })
    const unknown = await look(member, 'bestaat-niet')
    expect(await look(member)).toEqual(unknown)
    expect(await look(visitor)).toEqual(await look(visitor, 'bestaat-niet'))
    expect(await sitemap()).not.toContain(slug)
    expect(await statusOf(admin)).toBe(200)
    expect((await creator.call(contract.readOwnPage)).body?.isForMembersOnly).toBe(true)
  })

  it('is not there of a creator who is not admitted, while the programme is on', async () => {
    const admitted = { suspendedAt: null, leftAt: null, identityUntil: null, agreementUntil: null }
    await setProgramme(true)
    for (const end of keysOf(admitted)) {
      await db()
        .update(creators)
        .set({ ...admitted, [end]: time })
        .where(isOwn(creators.userId))
      expect(await statusOf(member), end).toBe(404)
    }
    expect(await findCreatorCards(shop.node.platform, { userId: member.user.id }, isPage())).toEqual([])
    await db().update(creators).set(admitted).where(isOwn(creators.userId))
    expect(await statusOf(member)).toBe(200)
    await db().delete(creators).where(isOwn(creators.userId))
    expect(await statusOf(member)).toBe(404)
    await setProgramme(false)
  })

  it('is not there of a user without the role, who is suspended, hidden by a report or closed', async () => {
    const open = { role: 'MODEL' as const, suspendedAt: null, profileHiddenAt: null, deleteAfter: null }
    for (const change of [
      { role: 'USER' as const },
      ...keysOf(open)
        .slice(1)
        .map(key => ({ [key]: time })),
    ]) {
      await db()
        .update(users)
        .set({ ...open, ...change })
        .where(isOwn(users.id))
      expect(await statusOf(member), JSON.stringify(change)).toBe(404)
    }
  })

  it('can be reported, also when her profile is private', async () => {
    await db().update(users).set({ profileVisibility: 'PRIVATE' }).where(isOwn(users.id))
    const report = { kind: 'PROFILE', contentId: creator.user.id, reason: 'ABUSE', text: 'x'.repeat(60) }
    expect(await sendReport(member, { ...report, isGoodFaith: true })).toMatchObject({ status: 201 })
  })
})
const isOwn = (column: typeof users.id | typeof creators.userId) => eq(column, creator.user.id)
const isPage = () => eq(creatorPages.userId, creator.user.id)

describe('the texts of a page', () => {
  it('wait for an admin, while the former ones are shown', async () => {
    await save({ mood: 'Iets nieuws' })
    expect((await look(member)).body).toMatchObject({ mood: 'Rustige avond' })
    const { body } = await admin.call(listModeratedPages, { status: 'WAITING' })
    const item = body.items.find(({ id }) => id === creator.user.id)
    expect(item).toMatchObject({ draft: { mood: 'Iets nieuws' }, shown: { mood: 'Rustige avond' } })
    const decision = { userId: creator.user.id, submittedAt: String(item?.submittedAt) }
    const refused = await admin.call(decideOnTexts, {
      ...decision,
      isApproved: false,
      reason: 'Dit is te vaag.',
    })
    expect(refused.status).toBe(204)
    const own = (await creator.call(contract.readOwnPage)).body
    expect(own).toMatchObject({ refusal: 'Dit is te vaag.', draft: { mood: 'Iets nieuws' }, isShown: true })
    expect(JSON.stringify((await creator.call(listNotifications)).body)).toContain('Dit is te vaag.')
    expect((await admin.call(decideOnTexts, { ...decision, isApproved: true })).status).toBe(409)
    await save({ mood: 'Rustige avond' })
    expect((await creator.call(contract.readOwnPage)).body).toMatchObject({ draft: null, refusal: null })
  })

  it('are not approved when she changed them meanwhile, nor by herself', async () => {
    const { body } = await save({ mood: 'Een' })
    time = new Date(time.getTime() + 1000)
    await save({ mood: 'Twee' })
    const stale = { userId: creator.user.id, submittedAt: String(body.submittedAt), isApproved: true }
    expect((await admin.call(decideOnTexts, stale)).status).toBe(409)
    const { body: own } = await admin.call(contract.saveOwnPage, pageDraft({ slug: `beheer-${count}` }))
    const mine = { userId: admin.user.id, submittedAt: String(own.submittedAt), isApproved: true }
    expect((await admin.call(decideOnTexts, mine)).body).toMatchObject({ code: 'OWN_ACCOUNT' })
  })

  it('are refused for a word of the list, a name that tells who she is, and an address of the shop', async () => {
    const refused: [string, Partial<contract.PageDraft>, string][] = [
      ['stageName', { stageName: 'Mérel Gierzwaluw' }, 'echte naam'],
      ['slug', { slug: 'gierzwaluw' }, 'echte naam'],
      ['stageName', { stageName: 'Merel uit Sint-Niklaas' }, 'plaats'],
      ['slug', { slug: 'admin' }, 'van de winkel'],
      ['slug', { slug: 'Merel!' }, 'kleine letters'],
      ['stageName', { stageName: '  ' }, 'artiestennaam'],
      ['about', { about: 'Bel me op WhatsApp' }, 'WhatsApp'],
      ['likes', { likes: ['e s c o r t'] }, 'escort'],
      ['thanks', { thanks: 'Tot op wh4tsapp' }, 'WhatsApp'],
    ]
    await setProgramme(false, 'WhatsApp\nescort*')
    await db()
      .update(users)
      .set({ firstName: 'Merel', lastName: 'van der Gierzwaluw' })
      .where(isOwn(users.id))
    await creator.request('POST', '/api/addresses', {
      firstName: 'A',
      lastName: 'B',
      street: 'Laan',
      houseNumber: '1',
      city: 'Sint-Niklaas',
      postalCode: '9100',
      country: 'BE',
    })
    for (const [field, changes, words] of refused) {
      const { status, body } = await save(changes)
      const told = { fields: { [field]: expect.stringContaining(words) } }
      expect({ status, body }, JSON.stringify(changes)).toMatchObject({ status: 400, body: told })
      expect(JSON.stringify(body)).not.toMatch(/Gierzwaluw|Niklaas/)
    }
    await setProgramme(false)
  })
})

describe('an address', () => {
  it('leads to the new one for a year, and is nobody else’s meanwhile', async () => {
    const [old, next] = [slug, `lijster-${count}`]
    await save({ slug: next })
    expect(await statusOf(member, next), 'before it is approved').toBe(404)
    await publishPage(creator, admin, { slug: next })
    expect((await look(member, old)).body).toMatchObject({ slug: next })
    expect((await look(member, next)).body).toMatchObject({ slug: next })
    const other = await shop.newUser('MODEL')
    for (const taken of [old, next])
      expect((await save({ slug: taken }, other)).body).toMatchObject({
        fields: { slug: expect.any(String) },
      })
    const before = time
    time = new Date(time.getTime() + 366 * 86_400_000)
    await deleteExpiredSlugs(shop.node.platform)
    expect(await findShownCreator(shop.node.platform, old, { userId: member.user.id })).toBeNull()
    expect(await findShownCreator(shop.node.platform, next, { userId: member.user.id })).not.toBeNull()
    time = before
  })

  it('is given to one of two who ask for it at once', async () => {
    const two = [await shop.newUser('MODEL'), await shop.newUser('MODEL')]
    const wanted = `spreeuw-${count}`
    const statuses = await Promise.all(two.map(async one => (await save({ slug: wanted }, one)).status))
    expect(new Set(statuses)).toEqual(new Set([200, 400]))
  })

  it('stays free of others after she left, and her page and pictures are gone', async () => {
    await sendPicture(creator, 'PORTRAIT')
    const [picture] = await picturesOf(creator)
    await admin.call(decideOnPicture, { pictureId: picture?.id ?? '', isApproved: true })
    const { portraitUrl } = (await look(member)).body
    expect((await visitor.request('GET', String(portraitUrl))).status).toBe(200)
    expect((await creator.call(leaveProgramme)).status).toBe(200)
    expect(await statusOf(member)).toBe(404)
    expect((await visitor.request('GET', String(portraitUrl))).status).toBe(404)
    expect(await db().$count(creatorPages, isPage())).toBe(0)
    const [kept] = await db().select().from(reservedSlugs).where(eq(reservedSlugs.slug, slug))
    expect(kept?.userId).toBeNull()
    expect((await save({}, await shop.newUser('MODEL'))).status).toBe(400)
  })

  it('goes with a closed account, with its pictures', async () => {
    await sendPicture(creator, 'GALLERY')
    expect(JSON.stringify((await creator.call(readPersonalData)).body)).toContain('Rustige avond')
    const before = (await storedFiles(shop)).length
    expect((await creator.call(deleteAccount, { password: PASSWORD })).status).toBe(202)
    expect(await storedFiles(shop)).toHaveLength(before - 1)
    expect(await db().$count(creatorPictures, eq(creatorPictures.userId, creator.user.id))).toBe(0)
  })
})

describe('a picture', () => {
  it('is hers and the admins’ until it is approved, without its metadata', async () => {
    const exif = { IFD0: { Copyright: 'Geheime plek 52.37' } }
    const sent = await drawn(90, 40).withExif(exif).jpeg().toBuffer()
    expect((await sendPicture(creator, 'PORTRAIT', sent)).status).toBe(201)
    const [picture] = await picturesOf(creator)
    const [row] = await db()
      .select()
      .from(creatorPictures)
      .where(eq(creatorPictures.id, picture?.id ?? ''))
    expect((await visitor.request('GET', String(row?.path))).status).toBe(404)
    const read = async (who: TestClient) => (await who.request('GET', String(picture?.url))).status
    expect(
      await Promise.all([creator, admin, member, await shop.newUser('MODEL'), visitor].map(read)),
    ).toEqual([200, 200, 403, 404, 401])
    expect((await look(member)).body.portraitUrl).toBeNull()
    const decision = { pictureId: picture?.id ?? '', isApproved: true }
    expect((await admin.call(decideOnPicture, decision)).status).toBe(204)
    expect((await admin.call(decideOnPicture, decision)).status).toBe(404)
    const { portraitUrl } = (await look(member)).body
    const shown = await fetch(new URL(String(portraitUrl), shop.origin))
    expect(shown.headers.get('cache-control')).toBe('private, max-age=300')
    const bytes = Buffer.from(await shown.arrayBuffer())
    expect(bytes.includes('Geheime')).toBe(false)
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'webp', width: 960, height: 1200 })
    expect((await visitor.request('GET', String(row?.path))).status).toBe(404)
    const actions = await db()
      .select({ action: auditEntries.action })
      .from(auditEntries)
      .where(and(eq(auditEntries.subjectId, creator.user.id), eq(auditEntries.actorId, admin.user.id)))
    expect(actions.map(({ action }) => action)).toEqual(['CREATOR_PAGE_DECIDED', 'CREATOR_PAGE_DECIDED'])
  })

  it('is removed when it is refused, and by her', async () => {
    await sendPicture(creator, 'GALLERY')
    await sendPicture(creator, 'GALLERY')
    const [first, second] = await picturesOf(creator)
    const ids = [second?.id ?? '', first?.id ?? '']
    expect(
      (await creator.call(contract.orderOwnPictures, { pictureIds: ids })).body.pictures.map(({ id }) => id),
    ).toEqual(ids)
    expect((await creator.call(contract.orderOwnPictures, { pictureIds: ids.slice(1) })).status).toBe(404)
    const before = (await storedFiles(shop)).length
    await admin.call(decideOnPicture, {
      pictureId: ids[0] as string,
      isApproved: false,
      reason: 'Je straat is te zien.',
    })
    const other = await shop.newUser('MODEL')
    await save({ slug: `ander-${count}` }, other)
    expect((await other.call(contract.removeOwnPicture, { pictureId: ids[1] as string })).status).toBe(404)
    expect(
      (await creator.call(contract.removeOwnPicture, { pictureId: ids[1] as string })).body.pictures,
    ).toEqual([])
    expect(await storedFiles(shop)).toHaveLength(before - 2)
    await cleanUpCreatorPictures(shop.node.platform)
  })

  it('that is none is refused, and so is one too many', async () => {
    expect((await sendPicture(creator, 'PORTRAIT', Buffer.from('<svg/>'))).status).toBe(415)
    const half = (await drawn(900, 900).jpeg().toBuffer()).subarray(0, 3000)
    expect((await sendPicture(creator, 'PORTRAIT', half)).status).toBe(415)
    expect((await sendPicture(await shop.newUser('MODEL'), 'PORTRAIT')).status).toBe(404)
    for (let at = 0; at < contract.MAX_GALLERY; at++) await sendPicture(creator, 'GALLERY')
    expect((await sendPicture(creator, 'GALLERY')).status).toBe(409)
    expect(await picturesOf(creator)).toHaveLength(contract.MAX_GALLERY)
  })
})
