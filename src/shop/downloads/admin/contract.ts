import { z } from 'zod'
import { endpoint } from '../../../wire/endpoint.ts'
import { dateTime, id, requiredText } from '../../../wire/fields.ts'
import { DigitalKind, MAX_FILE_BYTES } from '../contract.ts'

/**
 * Bytes of a file that are sent in one request. A request has to arrive within 15 seconds, which a slow line manages for
 * this much; a file of any size arrives in many, and goes on where it stopped.
 */
export const UPLOAD_PART_BYTES = 2 * 1024 ** 2
/** Codes of one import. */
export const MAX_CODES = 20_000
/** Bytes of the file of an import. */
export const MAX_CODES_BYTES = 4 * 1024 ** 2
export const MAX_CODE_LENGTH = 200

export const AdminDigitalFile = z.object({
  id,
  name: z.string(),
  bytes: z.int(),
  /** Less than `bytes` while it is being uploaded. */
  received: z.int(),
  /** When it was complete. */
  readyAt: dateTime.nullable(),
})
export type AdminDigitalFile = z.output<typeof AdminDigitalFile>

export const DigitalContent = z.object({
  /** Null when it delivers nothing digitally: then it is delivered by hand. */
  kind: DigitalKind.nullable(),
  maxDownloads: z.int(),
  validDays: z.int(),
  files: z.array(AdminDigitalFile),
  codes: z.object({
    forSale: z.int(),
    /** Of `forSale`: held for unpaid orders. */
    held: z.int(),
    sold: z.int(),
    /** Taken back after their buyer had seen them. */
    voided: z.int(),
  }),
})
export type DigitalContent = z.output<typeof DigitalContent>

/** A delivered line of an order, for admins: never the codes themselves. */
export const AdminDelivery = z.object({
  itemId: id,
  kind: DigitalKind,
  deliveredAt: dateTime,
  expiresAt: dateTime,
  /** How many downloads were started, of how many. */
  downloads: z.int(),
  maxDownloads: z.int(),
  /** When it was taken back in full. */
  revokedAt: dateTime.nullable(),
  /** Valid codes, those of them that the buyer has seen, and void ones. */
  codes: z.object({ valid: z.int(), seen: z.int(), voided: z.int() }),
})
export type AdminDelivery = z.output<typeof AdminDelivery>

const productId = z.object({ productId: id })

export const readDigitalContent = endpoint('GET /api/admin/products/:productId/digital', 'admin', {
  summary: 'What a product delivers digitally: its files, or how many codes it has',
  input: productId,
  output: DigitalContent,
})

const limit = (most: number, message: string) => z.int(message).min(1, message).max(most, message)

export const DownloadLimits = productId.extend({
  maxDownloads: limit(1000, 'Vul een aantal in van 1 tot en met 1000.'),
  validDays: limit(3650, 'Vul een aantal dagen in van 1 tot en met 3650.'),
})

export const setDownloadLimits = endpoint('PUT /api/admin/products/:productId/digital', 'admin', {
  summary: 'How often and how long what is sold from now on can be downloaded',
  input: DownloadLimits,
  output: DigitalContent,
})

export const setGiftCard = endpoint('PUT /api/admin/products/:productId/gift-card', 'admin', {
  summary:
    'Make a digital product, with its variants, one that is sold as gift cards, or an ordinary one again',
  input: productId.extend({ isGiftCard: z.boolean() }),
  output: DigitalContent,
  problems: ['CONFLICT'],
})

const unsafeInName = /[\p{Cc}/\\"]/u

export const startUpload = endpoint('POST /api/admin/products/:productId/files', 'admin', {
  summary: 'Begin to upload a file of a product: its name and size. Its bytes follow in parts',
  input: productId.extend({
    name: requiredText('Het bestand heeft een naam nodig.', 150).refine(
      name => !unsafeInName.test(name) && !name.startsWith('.'),
      'De naam van het bestand heeft tekens die niet kunnen.',
    ),
    bytes: z.int().min(1, 'Dit bestand is leeg.').max(MAX_FILE_BYTES, 'Kies een bestand van hoogstens 2 GB.'),
  }),
  output: AdminDigitalFile,
})

export const uploadPart = endpoint('POST /api/admin/files/:fileId/parts', 'admin', {
  summary:
    'The next part of a file, as a form: `offset` says where it belongs, `part` has at most 2 MB. Answers how far it is; a part that is there already changes nothing',
  input: z.object({ fileId: id }),
  output: AdminDigitalFile,
  status: 200,
  // A file of 2 GB has a thousand parts.
  rateLimited: false,
})

export const removeFile = endpoint('DELETE /api/admin/files/:fileId', 'admin', {
  summary: 'Take a file out of sale; who bought it before keeps it as long as it can be downloaded',
  confirmation: 'recent',
  input: z.object({ fileId: id }),
  output: z.null(),
})

export const importCodes = endpoint('POST /api/admin/products/:productId/codes', 'admin', {
  summary:
    'Add codes to a product from a text or CSV file, one a line: those it has already are left out. Its stock follows',
  input: productId,
  output: z.object({
    added: z.int(),
    /** The codes that the product had already, or that were in the file more than once. */
    skipped: z.int(),
    content: DigitalContent,
  }),
  problems: ['STOCK_RESERVED'],
})

export const removeUnsoldCodes = endpoint('DELETE /api/admin/products/:productId/codes', 'admin', {
  summary: 'Remove the codes of a product that were never sold, unless some are held for unpaid orders',
  confirmation: 'recent',
  input: productId,
  output: z.null(),
  problems: ['STOCK_RESERVED'],
})
