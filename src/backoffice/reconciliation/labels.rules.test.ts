import { expect, test } from 'vitest'
import { describeFinding } from './labels.rules.ts'

test('links a stock finding to the order that sold it', () =>
  expect(describeFinding({ check: 'stock.sales', subject: 'o-1 p-2' }).to).toBe('/admin/orders/o-1'))

test('shows a finding of an unknown check', () =>
  expect(describeFinding({ check: 'eggs.count', subject: 'x' })).toMatchObject({
    title: 'Iets klopt niet',
    to: null,
  }))
