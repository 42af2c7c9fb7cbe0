import { expect, it } from 'vitest'
import { invoiceContent, invoiceSeller } from '../../../tests/support/invoiceContent.ts'
import { pdfFonts, pdfTags, pdfText } from '../../../tests/support/pdfText.ts'
import { renderInvoiceFile } from './pdf.service.ts'
import type { InvoiceRow } from './service.ts'

const line = { text: 'Product', quantity: 1, unitCents: 1000 }
const invoiceOf = (count: number, address: string[]): InvoiceRow => ({
  id: '0',
  userId: '0',
  subjectId: '0',
  refundId: null,
  corrects: null,
  kind: 'INVOICE',
  number: 'F2026-000042',
  totalCents: count * 1000,
  issuedAt: new Date('2026-11-20T12:00:00Z'),
  taxPointAt: null,
  content: {
    ...invoiceContent,
    seller: { ...invoiceSeller, address },
    buyer: ['Sam de Wit', 'Lindelaan 12', '3512 AB Utrecht'],
    subject: 'Bestelling 2026-000042',
    lines: Array.from({ length: count }, () => line),
  },
})
const pagesOf = async (count: number, address: string[]): Promise<number> => {
  const { content } = await renderInvoiceFile(invoiceOf(count, address))
  return content.toString('latin1').match(/\/Type \/Page\b/g)?.length ?? 0
}

const counts = Array.from({ length: 25 }, (_, index) => index + 10)

it.each([
  [[]],
  [['Kerkstraat 1', '2000 Antwerpen']],
  [['Kerkstraat 1', 'bus 2', '2000 Antwerpen', 'België']],
])('uses as many pages as needed and keeps the totals together, under %j', async address => {
  const pages = await Promise.all(counts.map(count => pagesOf(count, address)))
  expect(pages).toEqual(pages.toSorted((one, other) => one - other))
  expect([...new Set(pages)]).toEqual([1, 2])
})

it('writes any of these scripts as it is, with an amount below zero, in fonts that are embedded', async () => {
  const invoice = invoiceOf(1, [])
  const buyer = [
    '王小明 (Łukasz Świętokrzyski)',
    'Θεοδώρα Ψυχή',
    'Жанна Щукина',
    '東京都 かな 5',
    'İpek Şükrü',
  ]
  invoice.content.buyer = buyer
  invoice.content.lines.push({ text: 'Korting 优惠', quantity: 1, unitCents: -250 })
  const { content } = await renderInvoiceFile(invoice)
  const lines = (await pdfText(content)).split('\n')
  expect(lines).toEqual(expect.arrayContaining(buyer))
  expect(lines.find(line => line.startsWith('Korting 优惠'))?.replaceAll(/\s/g, ' ')).toContain('− € 2,50')
  const prefixed = ['NotoSans-Bold', 'NotoSans-Regular', 'NotoSansHans-Regular'].map(name =>
    expect.stringMatching(new RegExp(`^[A-Z]{6}\\+${name}$`)),
  )
  expect(pdfFonts(content).toSorted((a, b) => (a.slice(7) < b.slice(7) ? -1 : 1))).toEqual(prefixed)
})

it('has the tags of its parts, in the order in which they are read', async () => {
  const [tags] = await pdfTags((await renderInvoiceFile(invoiceOf(1, ['Kerkstraat 1']))).content)
  const row = (tag: string) => `TR (${Array(4).fill(tag).join(' ')})`
  expect(tags).toBe(
    `Root (Document (P H1 P P P Sect (H2 P P) Sect (H2 P P P) Table (${row('TH')} ${row('TD')}) Table (${row('TH')} ${row('TD')}) Table (TR (TD TD) TR (TD TD) TR (TD TD)) P))`,
  )
})

it('says when it was paid, or when a refund was made, only if that is another day than that of its issue', async () => {
  const shown = async (own: Partial<InvoiceRow>) =>
    pdfText((await renderInvoiceFile({ ...invoiceOf(1, []), ...own })).content)
  // 23:59 in Brussels, and a minute later.
  const before = new Date('2026-11-19T22:59:00Z')
  expect(await shown({ taxPointAt: before })).toContain('Betaald op 19 november 2026')
  expect(await shown({ taxPointAt: before, kind: 'CREDIT_NOTE' })).toContain(
    'Terugbetaling van 19 november 2026',
  )
  expect(await shown({ taxPointAt: new Date('2026-11-19T23:00:00Z') })).not.toContain('Betaald op')
  expect(await shown({ taxPointAt: null })).not.toContain('Betaald op')
})
