import { z } from 'zod'
import { endpoint } from '../../wire/endpoint.ts'
import { dateTime, id } from '../../wire/fields.ts'

/** The content that a digital product delivers: files to download, one code for each piece, or one gift card for each piece. */
export const DigitalKind = z.enum(['FILES', 'CODES', 'GIFT_CARD'])
export type DigitalKind = z.output<typeof DigitalKind>

/** Bytes of a file: 2 GB. */
export const MAX_FILE_BYTES = 2 * 1024 ** 3
/** How often a line can be downloaded, unless its product has another number. */
export const DEFAULT_DOWNLOADS = 10
/** How many days a line can be downloaded, unless its product has another number. */
export const DEFAULT_VALID_DAYS = 365
/** How many days the link in the mail works without signing in. */
export const LINK_DAYS = 7

const DeliveredFile = z.object({
  id,
  name: z.string(),
  bytes: z.int(),
})

/** A delivered line, as its buyer sees it. */
export const DeliveredLine = z.object({
  itemId: id,
  productName: z.string(),
  kind: DigitalKind,
  deliveredAt: dateTime,
  /** Whether it can still be downloaded, or its codes be shown; else why not. */
  state: z.enum(['AVAILABLE', 'USED_UP', 'EXPIRED', 'REVOKED']),
  files: z.array(DeliveredFile),
  /** How many downloads of its files can still be started. */
  downloadsLeft: z.int(),
  /** Until when its files can be downloaded. */
  expiresAt: dateTime,
  /** How many valid codes it has. */
  codeCount: z.int(),
  /** The codes that its buyer has been shown; the rest is shown by `showCodes`. */
  codes: z.array(z.string()),
})
export type DeliveredLine = z.output<typeof DeliveredLine>

export const listDownloads = endpoint('GET /api/orders/:orderId/downloads', 'buyer', {
  summary: "What was delivered digitally with one of one's own orders; codes only once they were shown",
  input: z.object({ orderId: id }),
  output: z.array(DeliveredLine),
})

const line = z.object({ orderId: id, itemId: id })

export const showCodes = endpoint('POST /api/orders/:orderId/downloads/:itemId/codes', 'buyer', {
  summary: 'Show the codes of a line: from then on they are never sold again',
  input: line,
  output: DeliveredLine,
  status: 200,
})

/** A part of the file. */
const partAnswers = [206]

export const downloadFile = endpoint('GET /api/orders/:orderId/downloads/:itemId/files/:fileId', 'buyer', {
  summary:
    'A file of a line, also in part (Range, If-Range): counted when it starts at the first byte, not when it is resumed',
  input: line.extend({ fileId: id }),
  output: z.null(),
  sends: '*/*',
  alsoAnswers: partAnswers,
  problems: ['DOWNLOAD_ENDED', 'RANGE_NOT_SATISFIABLE', 'UNAVAILABLE'],
})

/** The token of a mailed link. */
const token = z.string().min(1).max(100)

export const openDownloads = endpoint('POST /api/downloads', 'public', {
  summary: 'What was delivered digitally with the order of a mailed link, for 7 days without signing in',
  input: z.object({ token }),
  output: z.array(DeliveredLine),
  status: 200,
  problems: ['TOKEN_INVALID'],
})

export const showLinkCodes = endpoint('POST /api/downloads/:itemId/codes', 'public', {
  summary: 'Show the codes of a line of the order of a mailed link',
  input: z.object({ token, itemId: id }),
  output: DeliveredLine,
  status: 200,
  problems: ['TOKEN_INVALID'],
})

export const downloadLinkFile = endpoint('GET /api/downloads/:itemId/files/:fileId', 'public', {
  summary: 'A file of a line of the order of a mailed link that was opened in this browser, also in part',
  input: z.object({ itemId: id, fileId: id }),
  output: z.null(),
  sends: '*/*',
  alsoAnswers: partAnswers,
  problems: ['DOWNLOAD_ENDED', 'RANGE_NOT_SATISFIABLE', 'UNAVAILABLE', 'TOKEN_INVALID'],
})
