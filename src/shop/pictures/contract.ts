import { z } from 'zod'
import { endpoint } from '../../wire/endpoint.ts'
import { id } from '../../wire/fields.ts'

/** Bytes of a picture that is sent. */
export const MAX_PICTURE_BYTES = 20 * 1024 * 1024
/** How many a form may bring, and a product may have. */
export const MAX_PICTURES = 20

/** A picture on its way to being shown. */
export const PictureProgress = z.object({
  id,
  status: z.enum(['WAITING', 'READY', 'FAILED']),
  /** How much of the drawing is done, from 0 to 1. */
  progress: z.number(),
  /** Where it is shown from, once it is ready. */
  url: z.string().nullable(),
  /** Dutch: why it came to nothing. */
  problem: z.string().nullable(),
})
export type PictureProgress = z.output<typeof PictureProgress>

/** Addresses of pictures in the order in which they are shown, the main one first. */
export const pictureUrlList = z
  .array(z.string().max(300))
  .max(MAX_PICTURES, `Kies hoogstens ${MAX_PICTURES} foto’s.`)
  .transform(addresses => [...new Set(addresses)])

export const uploadPictures = endpoint({
  method: 'POST',
  path: '/api/admin/pictures',
  summary:
    'Bring pictures: multipart, the field `images`, JPEG, PNG or WebP of up to 20 MB each; a job draws them',
  access: 'admin',
  output: z.array(PictureProgress),
})

export const readPictures = endpoint({
  method: 'GET',
  path: '/api/admin/pictures',
  summary: 'How far the drawing of pictures is; those that are gone are left out',
  access: 'admin',
  input: z.object({ id: z.union([z.guid(), z.array(z.guid()).max(100)]) }),
  output: z.array(PictureProgress),
})
