import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  findPlaceholders,
  findUnsafeLinks,
  isSafeLink,
  type MarkupBlock,
  type MarkupInline,
  parseMarkup,
  toPlainText,
} from './markup.rules.ts'

const inlinesOf = (block: MarkupBlock): MarkupInline[] =>
  block.kind === 'list' ? block.items.flat() : block.children
const flatten = (child: MarkupInline): MarkupInline[] =>
  'children' in child ? [child, ...child.children.flatMap(flatten)] : [child]
const allOf = (text: string) => parseMarkup(text).flatMap(inlinesOf).flatMap(flatten)

/** Texts with many signs of the markup, and links that try to run code. */
const sign = fc.constantFrom(
  ...'* ** [ ] ( ) { } \\ ### a <b> url //evil.example /\\evil https://a.nl /shop'.split(' '),
  ...'javascript:alert(1) JaVaScRiPt:x data:text/html,x'.split(' '),
  ' ',
  '- ',
  '\n',
  '\n\n',
)
const markup = fc.array(sign, { maxLength: 40 }).map(signs => signs.join(''))

describe('parseMarkup', () => {
  it('has links only to where they may lead, for any text', () => {
    fc.assert(
      fc.property(fc.oneof(markup, fc.string()), text => {
        for (const child of allOf(text)) {
          if (child.kind !== 'link') continue
          expect(child.to).toMatch(/^(\/(?![/\\])|#|https:\/\/|mailto:)/)
          expect(isSafeLink(child.to)).toBe(true)
        }
      }),
      { numRuns: 3000 },
    )
  })

  it('keeps every letter of a text without markup', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('a', 'é', '<', '&', '"', '.', '_', '#') }), text => {
        expect(toPlainText(text)).toBe(text.trim())
      }),
    )
  })

  it('takes linear time for signs that nothing closes', () => {
    // The processor time of this thread, however busy the machine is.
    const begin = process.threadCpuUsage()
    for (const opening of ['*', '**a', '[', '[a](', '{a', '\\']) parseMarkup(opening.repeat(20_000))
    expect(process.threadCpuUsage(begin).user).toBeLessThan(2_000_000)
  })

  it('reads paragraphs, headings and lists', () => {
    const text = 'Een *mooie*\nregel.\n\n### Kop\n\n- een\n- **twee**\n  verder\n\n{verkoper}'
    expect(parseMarkup(text)).toEqual([
      {
        kind: 'paragraph',
        children: [
          { kind: 'text', text: 'Een ' },
          { kind: 'emphasis', children: [{ kind: 'text', text: 'mooie' }] },
          { kind: 'text', text: ' regel.' },
        ],
      },
      { kind: 'heading', children: [{ kind: 'text', text: 'Kop' }] },
      {
        kind: 'list',
        items: [
          [{ kind: 'text', text: 'een' }],
          [
            { kind: 'strong', children: [{ kind: 'text', text: 'twee' }] },
            { kind: 'text', text: ' verder' },
          ],
        ],
      },
      { kind: 'paragraph', children: [{ kind: 'placeholder', name: 'verkoper' }] },
    ])
  })

  it('shows a link that leads elsewhere as it was typed', () => {
    expect(parseMarkup('[hier](javascript:alert)')).toEqual([
      { kind: 'paragraph', children: [{ kind: 'text', text: '[hier](javascript:alert)' }] },
    ])
  })

  it('takes the meaning of a sign after a backslash', () => {
    expect(toPlainText(String.raw`\*geen nadruk\* en \{geen woord\}`)).toBe('*geen nadruk* en {geen woord}')
  })
})

it.each([
  ['/shop', true],
  ['/herroepen?order=1', true],
  ['#contact', true],
  ['https://example.com/x', true],
  ['mailto:post@gloed.test', true],
  ['//evil.example', false],
  ['/\\evil.example', false],
  ['http://example.com', false],
  ['javascript:alert(1)', false],
  ['JAVASCRIPT:alert(1)', false],
  ['data:text/html,x', false],
  ['shop', false],
])('isSafeLink(%j) is %j', (to, expected) => expect(isSafeLink(to)).toBe(expected))

it('finds the links and placeholders of a text', () => {
  const text = 'Dag {naam}, [kijk {waar}](http://x.nl) en *{naam}* of [hier](/shop). **{meer}**'
  expect(findUnsafeLinks(text)).toEqual(['http://x.nl'])
  expect(findPlaceholders(text)).toEqual(['naam', 'waar', 'meer'])
})
