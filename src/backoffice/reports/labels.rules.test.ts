import { expect, it } from 'vitest'
import type { Cell, ReportTable } from './contract.ts'
import { formatPageCell, toPageColumns } from './labels.rules.ts'
import { buildJournal } from './sales.rules.ts'

const shown = ({ columns }: Pick<ReportTable, 'columns'>, cells: Cell[]) =>
  toPageColumns(columns).map(column => {
    const { text, more } = formatPageCell(column, cells)
    return [column.name, text, ...more]
  })

it('shows the journal in ten columns, with the details of a cell below it', () => {
  const { columns } = buildJournal([])
  const cells = ['C2026-000007', '2026-10-01', '2026-09-30', 'Creditnota', 'Bestelling 2026-000042']
  const rest = ['F2026-000012', null, 'Btw verlegd', 'Goederen', 0, 'NL004495445B01', -2000, 0, -2000]
  expect(shown({ columns }, [...cells, ...rest])).toEqual([
    ['Nummer', 'C2026-000007', 'Bestelling 2026-000042'],
    ['Dag', '01-10-2026', 'btw: 30-09-2026'],
    ['Soort', 'Creditnota', 'bij F2026-000012'],
    ['Land', ''],
    ['Regeling', 'Btw verlegd', 'NL004495445B01'],
    ['Wat', 'Goederen'],
    ['Tarief', '0%'],
    ['Zonder btw', '−\u00A0€\u00A020,00'],
    ['Btw', '€\u00A00,00'],
    ['Met btw', '−\u00A0€\u00A020,00'],
  ])
})

it('leaves a day out that is the same, and columns alone whose other one is not there', () => {
  const columns: ReportTable['columns'] = [
    { name: 'Dag', kind: 'day' },
    { name: 'Dag van de btw', kind: 'day' },
    { name: 'Waarvan', kind: 'text' },
  ]
  expect(shown({ columns }, ['2026-10-01', '2026-10-01', 'Bestelling'])).toEqual([
    ['Dag', '01-10-2026'],
    ['Waarvan', 'Bestelling'],
  ])
})
