import { expect, test } from 'vitest'
import { describeFinding } from './labels.rules.ts'

test('of stock that was sold the order is where one mends it', () =>
  expect(describeFinding({ check: 'stock.sales', subject: 'o-1 p-2' }).to).toBe('/admin/orders/o-1'))

test('what nobody knows any more is said all the same', () =>
  expect(describeFinding({ check: 'eggs.count', subject: 'x' })).toMatchObject({
    title: 'Iets klopt niet',
    to: null,
  }))
