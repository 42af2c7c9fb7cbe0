import { describe, expect, it } from 'vitest'
import type { ContentBody } from '../../wire/content.ts'
import {
  compareContent,
  type ContentDefinition,
  contentSchema,
  nextLabel,
  toContentLines,
} from './definition.rules.ts'
import { faqContent } from './faq.rules.ts'
import { homeContent } from './home.rules.ts'
import { agePolicyContent } from '../legal/agePolicy.rules.ts'
import { privacyContent } from '../legal/privacy.rules.ts'
import { termsContent } from '../legal/terms.rules.ts'

const definitions: ContentDefinition[] = [
  homeContent,
  faqContent,
  termsContent,
  privacyContent,
  agePolicyContent,
]

it.each(definitions)('the default of $key follows its own rules', definition => {
  expect(contentSchema(definition).parse(definition.defaults)).toEqual(definition.defaults)
})

it.each(definitions)('the default of $key promises no shipping but that of the settings', ({ defaults }) => {
  expect(JSON.stringify(defaults)).not.toMatch(
    /(verzend|bezorg|verstur)[^.]*gratis|gratis[^.]*(verzend|bezorg|verstur)/i,
  )
})

describe('contentSchema', () => {
  const fields: ContentDefinition['fields'] = [
    { kind: 'line', name: 'subject', label: 'Onderwerp', max: 20 },
    { kind: 'text', name: 'text', label: 'Tekst', max: 200 },
    { kind: 'products', name: 'chosen', label: 'Producten', max: 2 },
  ]
  const placeholders = [
    { name: 'order', label: 'het nummer', requiredIn: 'text' },
    { name: 'amount', label: 'het bedrag' },
  ]
  const schema = contentSchema({ fields, placeholders })
  const body: ContentBody = { subject: 'Je bestelling', text: 'Bestelling {order}', chosen: [] }
  const id = '018f0000-0000-7000-8000-000000000001'

  it('takes a text that follows the rules, trimmed', () => {
    expect(schema.parse({ ...body, subject: '  Je {amount} ' })).toEqual({ ...body, subject: 'Je {amount}' })
  })

  it.each([
    [{ subject: '' }, 'subject', 'Vul dit in.'],
    [{ subject: '\u2800\u3164' }, 'subject', 'Vul dit in.'],
    [{ subject: 'x'.repeat(21) }, 'subject', 'Gebruik hoogstens 20 tekens.'],
    [{ subject: 'a\nb' }, 'subject', 'Gebruik één regel.'],
    [{ text: '{order} \u0007' }, 'text', 'Hier staat een teken dat niet te lezen is.'],
    [{ text: '{order} {name}' }, 'text', '{name} bestaat niet. Kies uit {order}, {amount}.'],
    [{ text: 'Zonder nummer' }, 'text', '{order} moet blijven staan: het nummer.'],
    [
      { text: '{order} [x](javascript:y)' },
      'text',
      'De link javascript:y kan niet. Begin met / voor een eigen pagina, of met https://.',
    ],
    [{ chosen: [id, id] }, 'chosen', 'Een product staat er dubbel in.'],
  ])('refuses %j', (change, path, message) => {
    const issues = schema.safeParse({ ...body, ...change }).error?.issues ?? []
    expect(issues.map(issue => [issue.path.join('.'), issue.message])).toContainEqual([path, message])
  })

  it('refuses a field that it does not have', () => {
    expect(schema.safeParse({ ...body, html: '<b>' }).success).toBe(false)
  })
})

it.each([
  ['1.0', true, '2.0'],
  ['1.0', false, '1.1'],
  ['2.9', false, '2.10'],
  ['2.10', true, '3.0'],
])('the label after %s, with acceptance %j, is %s', (label, asks, next) => {
  expect(nextLabel(label, asks)).toBe(next)
})

it('shows which lines differ between two bodies', () => {
  const lines = (question: string, answer: string) =>
    toContentLines(faqContent.fields, { intro: 'Dag', questions: [{ question, answer }] })
  expect(compareContent(lines('Wat?', 'Een\n\nTwee'), lines('Wat?', 'Een\n\nDrie'))).toEqual([
    { kind: 'removed', label: 'Vraag 1, antwoord', text: 'Twee' },
    { kind: 'added', label: 'Vraag 1, antwoord', text: 'Drie' },
  ])
  expect(compareContent(lines('Wat?', 'Een'), lines('Wat?', 'Een'))).toEqual([])
})
