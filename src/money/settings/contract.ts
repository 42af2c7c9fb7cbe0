import { z } from 'zod'
import { endpoint } from '../../wire/endpoint.ts'
import { dateTime } from '../../wire/fields.ts'
import { Settings, PublicShopSettings } from '../../wire/settings.ts'

export const StoredSettings = z.object({
  /** Increased by each save; 0 means the defaults of the environment. */
  version: z.int(),
  changedAt: dateTime.nullable(),
  settings: Settings,
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

export const readShop = endpoint('GET /api/shop', 'public', {
  summary: 'Who sells, what tracked shipping costs, and what there is to know these days',
  output: PublicShopSettings,
})
