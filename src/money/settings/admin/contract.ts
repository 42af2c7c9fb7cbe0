import { endpoint } from '../../../wire/endpoint.ts'
import { PaymentUse } from '../../../wire/paymentSettings.ts'
import { Settings } from '../../../wire/settings.ts'
import { z } from 'zod'
import { dateTime } from '../../../wire/fields.ts'

/** The payment providers that this shop has an account at, and those that the environment chose. */
const PaymentChoices = z.object({
  accounts: z.array(z.object({ id: z.string(), name: z.string() })),
  defaults: z.record(PaymentUse, z.string()),
})
export type PaymentChoices = z.output<typeof PaymentChoices>

export const StoredSettings = z.object({
  /** Increased by each save; 0 means the defaults of the environment. */
  version: z.int(),
  changedAt: dateTime.nullable(),
  settings: Settings,
  payments: PaymentChoices,
})
export type StoredSettings = z.output<typeof StoredSettings>

export const readSettings = endpoint('GET /api/admin/settings', 'admin', {
  summary: 'What the owner has set, and its version',
  output: StoredSettings,
})

export const changeSettings = endpoint('PUT /api/admin/settings', 'admin', {
  summary: 'Set all of it; 409 SETTINGS_CHANGED when `version` is not the last one any more',
  confirmation: 'recent',
  input: Settings.extend({ version: z.int().min(0) }),
  output: StoredSettings,
  problems: ['SETTINGS_CHANGED'],
})
