import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import './endpoint.ts'

const said = (schema: z.ZodType, value: unknown) => schema.safeParse(value).error?.issues[0]?.message

describe('an invalid value', () => {
  it.each<[z.ZodType, unknown, string]>([
    [z.int().min(1), -1, 'Kies 1 of meer.'],
    [z.int().max(100), 101, 'Kies 100 of minder.'],
    [z.int(), 1.5, 'Vul een heel getal in.'],
    [z.number(), 'twee', 'Vul een getal in.'],
    [z.boolean(), 'ja', 'Kies ja of nee.'],
    [z.string().max(3), 'lang', 'Gebruik hoogstens 3 tekens.'],
    [z.array(z.string()).min(2), ['a'], 'Geef er minstens 2.'],
    [z.enum(['a', 'b']), 'c', 'Kies een van de mogelijkheden.'],
    [z.string(), undefined, 'Dit is verplicht.'],
    [z.uuid(), 'nee', 'Deze waarde klopt niet.'],
  ])('gets a message in Dutch', (schema, value, message) => {
    expect(said(schema, value)).toBe(message)
  })

  it('gets the field’s own message where it has one', () => {
    expect(said(z.int().min(1, 'Kies minstens 1 stuk.'), 0)).toBe('Kies minstens 1 stuk.')
  })
})
