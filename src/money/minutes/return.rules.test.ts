import { expect, it } from 'vitest'
import { minutesReturnNews } from './return.rules.ts'

const bought = (status: 'PENDING' | 'PAID' | 'CANCELLED') => ({ minutes: 15, status })

it.each(['success', 'pending', 'return'])(
  'says of a paid purchase how many minutes there are, after %s',
  outcome => {
    expect(minutesReturnNews(outcome, bought('PAID'))).toEqual({
      title: 'Je minuten staan klaar',
      description: 'Je kocht 15 minuten. Ze staan op je saldo.',
    })
  },
)

it.each([
  ['success', 'Je betaling is onderweg'],
  ['pending', 'Je betaling is onderweg'],
  ['return', 'Je bent terug van de betaalpagina'],
])('promises nothing of one that is not paid, though the address says %s', (outcome, title) => {
  expect(minutesReturnNews(outcome, bought('PENDING'))).toMatchObject({ title })
})

it('offers the packages again where nothing was paid', () => {
  expect(minutesReturnNews('failed', bought('PENDING'))).toBe('packages')
  expect(minutesReturnNews('success', bought('CANCELLED'))).toBe('packages')
  expect(minutesReturnNews('anything', bought('PENDING'))).toBeNull()
})
