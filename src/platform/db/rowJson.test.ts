import { expect, it } from 'vitest'
import { z } from 'zod'
import { dateTime, optionalCents, optionalDateTime } from '../../wire/fields.ts'
import { compileRowJson } from './rowJson.ts'

const Lamp = z.object({
  name: z.string(),
  imageUrl: z.string().nullable(),
  images: z.array(z.string()),
  priorPrice: optionalCents,
  saleEndsAt: optionalDateTime,
  createdAt: dateTime,
})
const rows: z.input<typeof Lamp>[] = [
  {
    name: 'Lamp "groot"',
    imageUrl: null,
    images: [],
    priorPrice: null,
    saleEndsAt: null,
    createdAt: new Date(0),
  },
  {
    name: '',
    imageUrl: '/a',
    images: ['/b'],
    priorPrice: 5,
    saleEndsAt: new Date(1),
    createdAt: new Date(2),
  },
  { name: 'Lamp', imageUrl: null, images: [], createdAt: new Date(3) },
]

it.each(rows)('is the JSON of the validated row: %j', row => {
  expect(compileRowJson(Lamp)(row)).toBe(JSON.stringify(Lamp.parse(row)))
})

it('leaves out fields that the schema does not have', () => {
  const secret = { ...rows[1], cost: 100 } as z.input<typeof Lamp>
  expect(compileRowJson(Lamp)(secret)).not.toContain('cost')
})

it.each([
  ['2026-11-28 09:34:52.123+00', '2026-11-28T09:34:52.123Z'],
  ['2026-11-28 09:34:52.1+00', '2026-11-28T09:34:52.100Z'],
  ['2026-11-28 09:34:52+00', '2026-11-28T09:34:52.000Z'],
  ['2026-11-28 10:34:52.12+01', '2026-11-28T09:34:52.120Z'],
  ['2026-11-28 15:04:52.1+05:30', '2026-11-28T09:34:52.100Z'],
])('reads a time that PostgreSQL wrote: %s', (text, time) => {
  const json = compileRowJson(Lamp)({
    name: '',
    imageUrl: null,
    images: [],
    createdAt: text,
    saleEndsAt: text,
  })
  expect(JSON.parse(json)).toMatchObject({ createdAt: time, saleEndsAt: time })
})
