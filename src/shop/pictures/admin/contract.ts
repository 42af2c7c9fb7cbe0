import { z } from 'zod'
import { endpoint } from '../../../wire/endpoint.ts'
import { MAX_PICTURES, PictureProgress } from '../contract.ts'

/** URLs of pictures in the order in which they are shown, the main one first. */
export const pictureUrlList = z
  .array(z.string().max(300))
  .max(MAX_PICTURES, `Kies hoogstens ${MAX_PICTURES} foto’s.`)
  .transform(addresses => [...new Set(addresses)])

export const uploadPictures = endpoint('POST /api/admin/pictures', 'admin', {
  summary:
    'Bring pictures: multipart, the field `images`, JPEG, PNG or WebP of up to 20 MB each; a job draws them, uncropped when the field `whole` is true',
  output: z.array(PictureProgress),
  problems: ['INVALID_INPUT'],
})

export const readPictures = endpoint('GET /api/admin/pictures', 'admin', {
  summary: 'How far the drawing of pictures is; those that are gone are left out',
  input: z.object({ id: z.union([z.guid(), z.array(z.guid()).max(100)]) }),
  output: z.array(PictureProgress),
})
