import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { UnbrokenNumbers } from './UnbrokenNumbers.tsx'

const whole = (number: string) => `<span class="whitespace-nowrap">${number}</span>`

it.each([
  ['Bestelling 2026-000123 is onderweg.', `Bestelling ${whole('2026-000123')} is onderweg.`],
  [
    'Factuur F2026-000001, creditnota C2026-000002',
    `Factuur ${whole('F2026-000001')}, creditnota ${whole('C2026-000002')}`,
  ],
  ['Binnen 2-3 werkdagen', 'Binnen 2-3 werkdagen'],
])('keeps the numbers of "%s" whole', (text, html) =>
  expect(renderToStaticMarkup(<UnbrokenNumbers>{text}</UnbrokenNumbers>)).toBe(`<span>${html}</span>`),
)
