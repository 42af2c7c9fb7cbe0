import { expect, it } from 'vitest'
import { filterOf } from './rules.ts'

it.each([
  ['', ''],
  ['?page=3', ''],
  ['?status=PAID&q=an&page=2', 'q=an&status=PAID'],
  ['?q=an&status=PAID', 'q=an&status=PAID'],
  ['?q=a%20b', 'q=a+b'],
])('the filter of %s is %s', (search, filter) => expect(filterOf(search)).toBe(filter))
