import { expect, it } from 'vitest'
import { assertBirthDateAllowed } from './rules.ts'

it.each([
  ['2008-11-21', '2026-11-21T00:00:00Z', null],
  ['2008-11-22', '2026-11-21T23:59:59Z', 'Je moet 18 jaar of ouder zijn.'],
  ['2008-02-29', '2026-02-28T23:00:00Z', 'Je moet 18 jaar of ouder zijn.'],
  ['2008-02-29', '2026-03-01T00:00:00Z', null],
  ['2026-11-22', '2026-11-21T12:00:00Z', 'Deze datum ligt in de toekomst.'],
  ['9999-12-31', '2026-11-21T12:00:00Z', 'Deze datum ligt in de toekomst.'],
  ['1950-01-01', '2026-11-21T00:00:00Z', null],
  ['1906-11-22', '2026-11-21T23:59:59Z', null],
  ['1850-05-05', '2026-11-21T00:00:00Z', 'Dit is meer dan 120 jaar geleden. Controleer het jaar.'],
  ['0001-01-01', '2026-11-21T00:00:00Z', 'Dit is meer dan 120 jaar geleden. Controleer het jaar.'],
])('born on %s, on %s: %s', (dateOfBirth, now, refusal) => {
  const tried = () => assertBirthDateAllowed(dateOfBirth, new Date(now))
  if (refusal === null) expect(tried).not.toThrow()
  else expect(tried).toThrow(expect.objectContaining({ details: { fields: { dateOfBirth: refusal } } }))
})
