import { expect, test } from 'vitest'
import { z } from 'zod'
import { createListUrl } from './listUrl.ts'

const Look = z.object({
  q: z.string().trim().max(20).catch(''),
  status: z.enum(['OPEN', 'DONE']).optional().catch(undefined),
  sort: z.enum(['newest', 'name']).catch('newest'),
  page: z.coerce.number().int().min(1).max(100).catch(1),
})
const looks = createListUrl('/admin/things', Look)
const asked = (query: string) => looks.parse(new URLSearchParams(query))

test('reads the query from the URL, with defaults for invalid values', () => {
  expect(asked('')).toEqual({ q: '', status: undefined, sort: 'newest', page: 1 })
  expect(asked('q=kaars&status=OPEN&sort=name&page=3')).toEqual({
    q: 'kaars',
    status: 'OPEN',
    sort: 'name',
    page: 3,
  })
  expect(asked('status=HALF&sort=price&page=-2&other=1')).toEqual(asked(''))
})

test('leaves out default values, so that each query has one URL', () => {
  expect(looks.href(asked(''))).toBe('/admin/things')
  expect(looks.href(asked('page=1&sort=newest'))).toBe('/admin/things')
  expect(looks.href(asked('q=één kaars'))).toBe('/admin/things?q=%C3%A9%C3%A9n+kaars')
})

test('a change goes to page 1, unless the change is the page', () => {
  const here = asked('q=kaars&page=3')
  expect(looks.href(here, { sort: 'name' })).toBe('/admin/things?q=kaars&sort=name')
  expect(looks.href(here, { page: 4 })).toBe('/admin/things?q=kaars&page=4')
  expect(looks.href(here, { q: '' })).toBe('/admin/things')
})

test('a list without pages has none in its URL', () => {
  const whole = createListUrl('/admin/whole', z.object({ days: z.coerce.number().catch(30) }))
  expect(whole.href({ days: 30 })).toBe('/admin/whole')
  expect(whole.href({ days: 30 }, { days: 7 })).toBe('/admin/whole?days=7')
})
