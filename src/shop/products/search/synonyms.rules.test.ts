import { describe, expect, it } from 'vitest'
import { contentSchema } from '../../../people/content/definition.rules.ts'
import { type SearchSynonyms, synonymsContent, toSynonymQuery } from './synonyms.rules.ts'

it('the default list follows its own rules', () => {
  expect(contentSchema(synonymsContent).parse(synonymsContent.defaults)).toEqual(synonymsContent.defaults)
})

describe('a search with synonyms', () => {
  const list: SearchSynonyms = {
    synonyms: [
      { typed: 'vibrator, trilding', finds: 'toy, slimme stenen' },
      { typed: 'Négligé', finds: "jurk' | !x" },
      { typed: 'in bad', finds: 'badzout' },
    ],
  }
  it.each([
    ['vibrator', '((vibrator | vibratoren) | toy | ((slimme | slimmeen) & (stenen | sten)))'],
    ['VIBRATORS', '((VIBRATORS | VIBRATORSen) | toy | ((slimme | slimmeen) & (stenen | sten)))'],
    ['vibr', '((vibr | vibren) | toy | ((slimme | slimmeen) & (stenen | sten)))'],
    [
      'rode trilding',
      '(rode | rodeen) & ((trilding | trildingen) | toy | ((slimme | slimmeen) & (stenen | sten)))',
    ],
    ['negligés', '((negligés | negligésen) | ((jurk | jurken) & x))'],
    ['samen in bad', '(samen | sam) & ((in & bad) | (badzout | badzouten))'],
  ])('%s', (q, query) => expect(toSynonymQuery(q, list)).toBe(query))

  it.each(['vib', 'vibr rood', 'kaars', '%', '', 'constructor'])('has none for %j', q =>
    expect(toSynonymQuery(q, list)).toBeNull(),
  )
})

it.each(['vibrator', 'vibrators', 'glijmiddel', 'jurk', 'jurkje', 'koppels', 'koppel'])(
  'the default list knows %s',
  q => expect(toSynonymQuery(q, synonymsContent.defaults)).not.toBeNull(),
)

describe('every form of a word has the synonyms of the others', () => {
  it.each([
    ['badjas', 'badjassen badjasje badjasjes BADJAS'],
    ['tegoedbon', 'tegoedbonnen tegoedbonnetje tegoedbonnetjes'],
    ['tegoedbonnen', 'tegoedbon'],
    ['jurk', 'jurken jurkje jurkjes'],
    ['koppels', 'koppel'],
    ['vibrator', 'vibrators vibratoren'],
    ['glijmiddel', 'glijmiddelen glijmiddeltje'],
    ['lamp', 'lampen lampje'],
    ['kaars', 'kaarsen kaarsjes'],
    ['fles', 'flessen'],
    ['veer', 'veren veertjes'],
    ['bad', 'baden'],
    ['sieraad', 'sieraden'],
    ['glas', 'glazen'],
    ['brief', 'brieven'],
    ['string', 'strings'],
    ['massage', 'massages'],
    ['crème', 'crèmes creme'],
    ['boeien', 'boei'],
    ['kussens', 'kussen'],
    ['bh', 'bh’s'],
    ["pyjama's", 'pyjama'],
  ])('%s: %s', (typed, forms) => {
    const list = { synonyms: [{ typed, finds: 'gevonden' }] }
    for (const form of [typed, ...forms.split(' ')])
      expect([form, toSynonymQuery(form, list)]).toEqual([form, expect.stringContaining('gevonden')])
  })

  it.each([
    ['bon', 'boon bonen'],
    ['veer', 'ver'],
    ['man', 'maan manen'],
  ])('%s is not %s', (typed, others) => {
    const list = { synonyms: [{ typed, finds: 'gevonden' }] }
    for (const other of others.split(' ')) expect([other, toSynonymQuery(other, list)]).toEqual([other, null])
  })
})
