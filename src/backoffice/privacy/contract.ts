import { z } from 'zod'
import { enteredPassword } from '../../people/accounts/contract.ts'
import { endpoint } from '../../wire/endpoint.ts'
import { dateTime } from '../../wire/fields.ts'
import { mailTemplate } from '../../wire/mail.ts'

export const deleteAccount = endpoint('DELETE /api/account', 'customer', {
  summary:
    'Close the account: signed out everywhere at once, and the person is erased soon after `deleteAfter`',
  confirmation: 'password',
  inBody: true,
  input: z.object({ password: enteredPassword }),
  output: z.object({ deleteAfter: dateTime }),
  status: 202,
  problems: ['LAST_ADMIN', 'WRONG_PASSWORD', 'CONFLICT'],
})

/** Says that the account is closed, with the data that are erased and those that must be kept. */
export const accountClosedMail = mailTemplate(
  'account-closed',
  z.object({ deleteAfter: z.iso.datetime(), retentionYears: z.int(), shopName: z.string() }),
)

/** The page that says until when the data of a closed account is kept. */
export const accountClosedPath = (deleteAfter: string): string =>
  `/account-gesloten?${new URLSearchParams({ tot: deleteAfter.slice(0, 10) })}`

/** Days that an export can be downloaded. */
export const EXPORT_DAYS = 7

export const ExportState = z.object({
  /** `PREPARING`: being built; `READY`: its link was mailed. */
  state: z.enum(['NONE', 'PREPARING', 'READY']),
  requestedAt: dateTime.nullable(),
  /** When the file is deleted. */
  expiresAt: dateTime.nullable(),
  /** When the next one can be requested; null: now. */
  againAt: dateTime.nullable(),
  /** How many of the files in it were made, while it is being built. */
  progress: z.object({ done: z.int(), total: z.int() }).nullable(),
})
export type ExportState = z.output<typeof ExportState>

export const readExportState = endpoint('GET /api/account/export/state', 'customer', {
  summary: 'How far the file with all of one’s own data is',
  output: ExportState,
})

export const requestExport = endpoint('POST /api/account/export', 'customer', {
  summary: 'Ask for a ZIP of all of one’s own data and files: its link comes by mail. Once a day',
  output: ExportState,
  status: 202,
})

export const readPersonalData = endpoint('GET /api/account/export', 'customer', {
  summary: 'All of one’s own data at once, as JSON, without the files',
  output: z.record(z.string(), z.unknown()),
})

const token = z.string().min(1).max(100)

export const openExport = endpoint('POST /api/account/export/open', 'customer', {
  summary: 'Open the mailed link to the ZIP in this browser, for whose data it is; 404 once it is gone',
  input: z.object({ token }),
  output: z.null(),
  status: 204,
  problems: ['NOT_FOUND'],
})

export const downloadExport = endpoint('GET /api/account/export/file', 'customer', {
  summary: 'The ZIP, for whose data it is, once its link was opened in this browser; 404 once it is gone',
  output: z.null(),
  sends: 'application/zip',
  problems: ['NOT_FOUND'],
})

/** Says that an export is ready. */
export const exportReadyMail = mailTemplate(
  'export-ready',
  z.object({ userId: z.string(), url: z.string(), expiresAt: z.iso.datetime(), shopName: z.string() }),
)
