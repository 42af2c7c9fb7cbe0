import { expect, it } from 'vitest'
import { refundSubjectLabel } from './labels.rules.ts'

it.each([
  [{ kind: 'ORDER', orderNumber: '2026-000042' }, 'Bestelling 2026-000042'],
  [{ kind: 'MINUTES', orderNumber: null }, 'Minuten'],
  [{ kind: 'GIFT', orderNumber: null }, 'Cadeau'],
] as const)('labels the reason of the refund %o: %s', (refund, label) =>
  expect(refundSubjectLabel(refund)).toBe(label),
)
