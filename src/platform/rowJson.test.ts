import { expect, it } from 'vitest'
import { z } from 'zod'
import { dateTime, optionalCents, optionalDateTime } from '../wire/fields.ts'
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

it('leaves out what the schema does not have', () => {
  const secret = { ...rows[1], cost: 100 } as z.input<typeof Lamp>
  expect(compileRowJson(Lamp)(secret)).not.toContain('cost')
})
