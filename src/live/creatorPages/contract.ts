import { z } from 'zod'
import { endpoint } from '../../wire/endpoint.ts'
import { dateTime, id, optionalText, singleLine } from '../../wire/fields.ts'
import { Gift } from '../gifts/contract.ts'

/** The languages that a creator may say she speaks, by their ISO 639-1 codes. */
export const PageLanguage = z.enum(['nl', 'fr', 'en', 'de', 'es', 'it', 'pt', 'pl'])
export type PageLanguage = z.output<typeof PageLanguage>

export const PictureKind = z.enum(['PORTRAIT', 'GALLERY'])
export type PictureKind = z.output<typeof PictureKind>

/** The followers who are told that she is online. */
export const NoticeAudience = z.enum(['NOBODY', 'FAVOURITES', 'PLAYED_BEFORE', 'EVERYONE'])
export type NoticeAudience = z.output<typeof NoticeAudience>

const wishes = z.array(singleLine('Vul iets in, of haal de regel weg.', 40)).max(12, 'Kies er hoogstens 12.')

/** The texts of a creator's page, which an admin approves together. */
export const PageTexts = z.object({
  /** Differs from her legal name. */
  stageName: singleLine('Vul je artiestennaam in.', 40),
  /** One line for the lobby. */
  mood: optionalText(80),
  about: optionalText(1500),
  likes: wishes,
  dislikes: wishes,
  languages: z.array(PageLanguage).max(8),
  /** Shown to a player after a session; null for none. */
  thanks: optionalText(200),
})
export type PageTexts = z.output<typeof PageTexts>

/** Lower-case letters and digits, with dashes between. */
const slug = singleLine('Vul een adres in.', 40).regex(
  /^[a-z0-9]+(-[a-z0-9]+)*$/,
  'Gebruik kleine letters en cijfers, met streepjes ertussen.',
)

/** The texts that wait, and the address that she wants from their approval on. */
export const PageDraft = PageTexts.extend({ slug })
export type PageDraft = z.output<typeof PageDraft>

/** A creator in lists: in the lobby, among favourites, with her reviews. */
export const CreatorCard = z.object({
  slug: z.string(),
  stageName: z.string(),
  mood: z.string().nullable(),
  /** Null for a drawn stand-in. */
  portraitUrl: z.string().nullable(),
  likes: z.array(z.string()),
  languages: z.array(PageLanguage),
  /** Average of the shown reviews, 1–5; null without any. */
  rating: z.number().nullable(),
  reviewCount: z.int(),
})
export type CreatorCard = z.output<typeof CreatorCard>

/** Where she writes it. */
export const OWN_PAGE_PATH = '/studio/pagina'

/** A creator's page, as a viewer sees it. */
export const CreatorPage = CreatorCard.extend({
  /** Her user, for reports and for the parts beside the page. */
  creatorId: id,
  about: z.string().nullable(),
  dislikes: z.array(z.string()),
  gallery: z.array(z.string()),
  /** In plain words: `een toy die trilt`. */
  toys: z.array(z.string()),
  /** Gifts that a member can give; none for a visitor. */
  wishes: z.array(Gift),
  isOnAir: z.boolean(),
  isBusy: z.boolean(),
  isInSearchEngines: z.boolean(),
  hasPreview: z.boolean(),
})
export type CreatorPage = z.output<typeof CreatorPage>

export const readCreatorPage = endpoint('GET /api/creators/:slug', 'public', {
  summary:
    'The page of a creator, also at an address that she had within the last year; 404 for whom she does not exist, and for visitors until she opened it',
  input: z.object({ slug: id }),
  output: CreatorPage,
})

/** Bytes of an uploaded picture, and how many a gallery has. */
export const MAX_PICTURE_BYTES = 10 * 1024 * 1024
export const MAX_GALLERY = 9

/** The choices of a creator about her page, which count at once. */
const openings = {
  isOpenToVisitors: z.boolean(),
  isInSearchEngines: z.boolean(),
  hasPreview: z.boolean(),
  noticeAudience: NoticeAudience,
}

export const OwnPicture = z.object({ id, kind: PictureKind, url: z.string(), isApproved: z.boolean() })
export type OwnPicture = z.output<typeof OwnPicture>

export const OwnPage = z.object({
  ...openings,
  slug: z.string(),
  shown: PageTexts.nullable(),
  /** The texts that wait for an admin, or were refused. */
  draft: PageDraft.nullable(),
  submittedAt: dateTime.nullable(),
  refusal: z.string().nullable(),
  pictures: z.array(OwnPicture),
  /** Whether members see it. */
  isShown: z.boolean(),
  /** Whether her blocks make it a page for members, whatever she opened. */
  isForMembersOnly: z.boolean(),
})
export type OwnPage = z.output<typeof OwnPage>

export const readOwnPage = endpoint('GET /api/studio/page', 'model', {
  summary: 'One’s own page: what others see, and what waits for an admin; null before the first draft',
  output: OwnPage.nullable(),
  alsoAnswers: [204],
})

export const saveOwnPage = endpoint('PUT /api/studio/page', 'model', {
  summary: 'Hand in texts and an address of one’s page; others see them once an admin approved them',
  input: PageDraft,
  output: OwnPage,
})

export const openOwnPage = endpoint('PUT /api/studio/page/openings', 'model', {
  summary:
    'Open one’s page to visitors, to search engines and to previews of links, and choose the followers who hear that one is online',
  input: z
    .object(openings)
    .refine(
      ({ isOpenToVisitors, isInSearchEngines, hasPreview }) =>
        isOpenToVisitors || !(isInSearchEngines || hasPreview),
      {
        path: ['isOpenToVisitors'],
        message: 'Zoekmachines en voorbeelden kunnen alleen als je pagina open is voor bezoekers.',
      },
    ),
  output: OwnPage,
  problems: ['NOT_FOUND'],
})

export const uploadOwnPicture = endpoint('POST /api/studio/page/:kind/picture', 'model', {
  summary:
    'Hand in a portrait or a picture of the gallery: multipart, the field `picture`, a JPEG, PNG or WebP of up to 10 MB; its metadata is removed',
  input: z.object({ kind: PictureKind }),
  output: OwnPage,
  problems: ['INVALID_INPUT', 'NOT_FOUND', 'CONFLICT'],
})

export const orderOwnPictures = endpoint('PUT /api/studio/page/pictures', 'model', {
  summary: 'Put the pictures of one’s gallery in another order',
  input: z.object({ pictureIds: z.array(id).max(MAX_GALLERY) }),
  output: OwnPage,
  problems: ['NOT_FOUND'],
})

export const removeOwnPicture = endpoint('DELETE /api/studio/page/pictures/:pictureId', 'model', {
  summary: 'Remove a picture, also one that is shown: at once, with its file',
  input: z.object({ pictureId: id }),
  output: OwnPage,
  status: 200,
  problems: ['NOT_FOUND'],
})

export const openCreatorPicture = endpoint('GET /api/creator-pictures/:pictureId', 'model', {
  summary: 'A picture that waits for an admin: for its creator, and for admins',
  input: z.object({ pictureId: id }),
  output: z.null(),
  sends: 'image/webp',
  problems: ['NOT_FOUND'],
})
