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

export const readSettings = endpoint({
  method: 'GET',
  path: '/api/admin/settings',
  summary: 'What the owner has set, and its version',
  access: 'admin',
  output: StoredSettings,
})

export const changeSettings = endpoint({
  method: 'PUT',
  path: '/api/admin/settings',
  summary: 'Set all of it; 409 SETTINGS_CHANGED when `version` is not the last one any more',
  access: 'admin',
  input: Settings.extend({ version: z.int().min(0) }),
  output: StoredSettings,
})

export const readShop = endpoint({
  method: 'GET',
  path: '/api/shop',
  summary: 'Who sells, what tracked shipping costs, and what there is to know these days',
  access: 'public',
  output: PublicShopSettings,
})
