import { z } from 'zod'
import { id } from '../../wire/fields.ts'

/** Maximum size of an uploaded picture, in bytes. */
export const MAX_PICTURE_BYTES = 20 * 1024 * 1024

/** Maximum number of pictures of an upload and of a product. */
export const MAX_PICTURES = 20

/** A picture that is being processed. */
export const PictureProgress = z.object({
  id,
  status: z.enum(['WAITING', 'READY', 'FAILED']),
  /** Progress of the processing, from 0 to 1. */
  progress: z.number(),
  /** Its URL, once it is ready. */
  url: z.string().nullable(),
  /** Why the processing failed, in Dutch. */
  problem: z.string().nullable(),
})
export type PictureProgress = z.output<typeof PictureProgress>
