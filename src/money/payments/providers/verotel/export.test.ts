import { expect, it } from 'vitest'
import { readExport } from './export.gateway.ts'

const head =
  'saleID,transactionID,referenceID,type,event,parentID,date,priceAmount,priceCurrency,paymentMethod,shopID'
const sale = '7,71,ref-1,purchase,,,2026-11-20 12:00:00,25.00,EUR,IDEAL,100001'
const read = (...lines: string[]) =>
  readExport(
    '100001',
    (async function* () {
      yield new TextEncoder().encode(lines.join('\n'))
    })(),
  )

const at = new Date('2026-11-20T12:00:00Z')
const common = { providerPaymentId: 'ref-1', ownId: null, state: 'DONE', currency: 'EUR' }
const record = (more: object) => ({ ...common, createdAt: at, movedAt: at, ...more })

it('reads a sale by its reference, and what goes back by its transaction', async () => {
  expect(
    await read(
      head,
      sale,
      '7,72,ref-1,purchase,credit,71,2026-11-20T12:00:00Z,5.00,EUR,IDEAL,100001',
      '7,73,ref-1,purchase,chargeback,71,2026-11-20T13:00:00+01:00,20.00,EUR,IDEAL,100001',
      '8,81,,purchase,,,2026-11-20 12:00:00,1.00,EUR,IDEAL,100001',
    ),
  ).toEqual([
    record({ kind: 'PAYMENT', providerId: 'ref-1', amountCents: 2500 }),
    record({ kind: 'REFUND', providerId: '72', amountCents: 500 }),
    record({ kind: 'CHARGEBACK', providerId: '73', amountCents: 2000 }),
    record({ kind: 'PAYMENT', providerId: '81', providerPaymentId: '81', amountCents: 100 }),
  ])
})

it('finds columns by their letters, in any order and between others', async () => {
  const headings = 'Shop ID;price_amount;Price currency;Email;Date;EVENT;Reference ID;Transaction-ID'
  const line = '100001;25.00;EUR;robin@gloed.test;2026-11-20 12:00:00;;ref-1;71'
  const found = await read(headings, line)
  expect(found).toEqual([record({ kind: 'PAYMENT', providerId: 'ref-1', amountCents: 2500 })])
  expect(JSON.stringify(found)).not.toContain('robin')
})

it.each<[string, string[], string]>([
  ['nothing', [], 'Dit bestand is leeg.'],
  [
    'a page',
    ['<html><body>Log in</body></html>'],
    'Op de eerste regel ontbreekt: transactionID, referenceID, event, date, priceAmount, priceCurrency, shopID.',
  ],
  ['other headings', [head.replace('date', 'day'), sale], 'Op de eerste regel ontbreekt: date.'],
  ['a spreadsheet', ['PK\u0003\u0004'], 'Dit is een rekenblad.'],
  [
    'an amount with a comma',
    [head, sale, sale.replace('25.00', '"25,00"')],
    'Regel 3: bij priceAmount hoort een bedrag zoals 12.50.',
  ],
  ['an amount below 0', [head, sale.replace('25.00', '-25.00')], 'Regel 2: bij priceAmount hoort een bedrag'],
  [
    'a day that does not exist',
    [head, sale.replace('11-20', '02-30')],
    'Regel 2: bij date hoort een tijd zoals 2026-11-20 12:00:00.',
  ],
  [
    'a day without a time',
    [head, sale.replace(' 12:00:00', '')],
    'Regel 2: bij date hoort een tijd zoals 2026-11-20 12:00:00.',
  ],
  [
    'another currency',
    [head, sale.replace('EUR', 'euro')],
    'Regel 2: bij priceCurrency hoort een munt zoals EUR.',
  ],
  [
    'another website',
    [head, sale, `${sale.replace('71', '72')}2`],
    'Regel 3: bij shopID hoort 100001, de website van deze winkel.',
  ],
  [
    'an unknown event',
    [head, sale.replace('purchase,,', 'purchase,rebill,')],
    'Regel 2: bij event hoort niets, credit of chargeback.',
  ],
  ['a short line', [head, '7'], 'Regel 2: bij transactionID hoort een nummer.'],
  ['a transaction twice', [head, sale, sale], 'Regel 3: transactie 71 staat er twee keer in.'],
  ['an open quote', [head, sale.replace('ref-1', '"ref-1')], 'De aanhalingstekens'],
])('refuses %s', async (_, lines, message) => {
  await expect(read(...lines)).rejects.toMatchObject({
    code: 'INVALID_INPUT',
    message: expect.stringContaining(message),
  })
})

it('reads no more than a hundred thousand transactions', async () => {
  const lines = Array.from({ length: 100_001 }, (_, at) => sale.replace('71', String(at)))
  await expect(read(head, ...lines)).rejects.toThrow('meer dan 100.000 regels')
})
