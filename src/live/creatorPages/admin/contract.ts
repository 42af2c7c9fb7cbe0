import { z } from 'zod'
import { endpoint } from '../../../wire/endpoint.ts'
import { dateTime, id, moment, optionalText, pageFields, pageOf } from '../../../wire/fields.ts'
import { OwnPicture, PageDraft, PageTexts } from '../contract.ts'

export const PageFilter = z.enum(['WAITING', 'SHOWN'])

export const ModeratedPage = z.object({
  /** Her user. */
  id,
  displayName: z.string(),
  slug: z.string(),
  shown: PageTexts.nullable(),
  /** Null while no texts wait. */
  draft: PageDraft.nullable(),
  submittedAt: dateTime.nullable(),
  pictures: z.array(OwnPicture),
})
export type ModeratedPage = z.output<typeof ModeratedPage>

export const listModeratedPages = endpoint('GET /api/admin/creator-pages', 'admin', {
  summary:
    'Pages of creators with what waits beside what is shown, the longest waiting first; or all that are shown',
  input: z.object({ status: PageFilter.default('WAITING'), ...pageFields(10) }),
  output: pageOf(ModeratedPage),
})

/** The reason of a refusal is for her; an approval has none. */
const Decision = z
  .object({ isApproved: z.boolean(), reason: optionalText(500) })
  .refine(({ isApproved, reason }) => isApproved || reason !== null, {
    path: ['reason'],
    message: 'Schrijf wat er anders moet. Zij leest dit.',
  })

export const decideOnTexts = endpoint('POST /api/admin/creator-pages/:userId/texts', 'admin', {
  summary: 'Show the texts that wait, or refuse them with a reason; 409 when she changed them meanwhile',
  input: Decision.safeExtend({ userId: id, submittedAt: moment() }),
  output: z.null(),
  status: 204,
  problems: ['NOT_FOUND', 'CONFLICT', 'OWN_ACCOUNT'],
})

export const decideOnPicture = endpoint('POST /api/admin/creator-pictures/:pictureId', 'admin', {
  summary: 'Show a picture that waits, or refuse it with a reason, which removes it',
  input: Decision.safeExtend({ pictureId: id }),
  output: z.null(),
  status: 204,
  problems: ['NOT_FOUND', 'OWN_ACCOUNT'],
})
