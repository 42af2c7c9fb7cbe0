import { expect, test } from 'vitest'
import { readConfig } from '../../../platform/config.ts'
import { Settings } from '../../../wire/settings.ts'
import {
  findSettingsConflicts,
  type SettingsFormValues,
  toSettingsFormValues,
  settingsFields,
  toSettingsInput,
  getSettingsFieldValue,
} from './form.rules.ts'

const { settings } = readConfig({ SELLER_CITY: 'Utrecht' })
const draft = toSettingsFormValues(settings)
const changed = (changes: Partial<SettingsFormValues>): SettingsFormValues => ({ ...draft, ...changes })

test('shows the stored values in the fields', () => {
  const holidayNotice = { text: 'Even weg.', from: '2026-12-24', until: '2026-12-26' }
  for (const each of [settings, { ...settings, trackingCost: 5, holidayNotice }])
    expect(Settings.parse(toSettingsInput(toSettingsFormValues(each)))).toEqual(each)
})

test('keeps the working days of each country, and none where the field is empty', () => {
  const delivery = toSettingsInput(changed({ hasDelivery: true })).delivery
  expect(delivery).toMatchObject({ daysNL: 1, daysBE: 2, daysDE: 2, daysUS: 10 })
  const some = Settings.parse({ ...settings, delivery: { ...delivery, daysUS: null } })
  const values = toSettingsFormValues(some)
  expect(values.delivery).toMatchObject({ daysDE: '2', daysUS: '' })
  expect(Settings.parse(toSettingsInput(values))).toEqual(some)
})

test('has a value for every field', () => {
  for (const field of settingsFields) expect(getSettingsFieldValue(draft, field), field).toBeDefined()
})

test('shows each message at the field of its name', () => {
  const wrong = changed({ trackingCost: 'gratis', company: { ...draft.company, vatNumber: 'BE1' } })
  const issues = Settings.safeParse(toSettingsInput(wrong)).error?.issues ?? []
  expect(issues.map(({ path }) => path.join('.')).toSorted()).toEqual(['company.vatNumber', 'trackingCost'])
})

test('shows both admins the other’s changes', () => {
  const theirs = changed({
    shopName: 'Vonk',
    trackingCost: '3,95',
    company: { ...draft.company, city: 'Gent' },
  })
  const mine = changed({ shopName: 'Sintel', vatScheme: 'NONE', company: { ...draft.company, city: 'Gent' } })
  expect(findSettingsConflicts(draft, mine, theirs)).toEqual([
    { field: 'shopName', theirs: 'Vonk', mine: 'Sintel' },
    { field: 'trackingCost', theirs: '3,95', mine: null },
  ])
})
