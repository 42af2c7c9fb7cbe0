import { expect, it } from 'vitest'
import { diffForAudit } from './rules.ts'

it('lists changed fields with their new and old values', () => {
  const before = { price: 1000, name: 'Kaars', images: ['a'], weight: null as number | null }
  expect(diffForAudit(before, { price: 1200, name: 'Kaars', images: ['a'], weight: 3 })).toEqual({
    price: { from: 1000, to: 1200 },
    weight: { from: null, to: 3 },
  })
})

it('treats a missing field as unchanged, and shortens long texts', () => {
  const before: { text: string; stock?: number } = { text: 'a', stock: 3 }
  const changes = diffForAudit(before, { text: 'b'.repeat(500), stock: undefined })
  expect(changes).toEqual({ text: { from: 'a', to: `${'b'.repeat(120)}…` } })
  const { text } = diffForAudit(before, { text: `${'b'.repeat(119)}🕯️ en meer` })
  expect(text).toEqual({ from: 'a', to: `${'b'.repeat(119)}…` })
})
