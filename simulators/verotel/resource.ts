import { decimalFromCents } from '../../src/wire/money.ts'
import type { PostbackMode } from './contract.ts'
import { type Parameters, signatureOf } from './rules.ts'
import type { simulatorPostbacks, simulatorSales, simulatorTransactions } from './table.ts'

export type Sale = typeof simulatorSales.$inferSelect
export type Transaction = typeof simulatorTransactions.$inferSelect
type SentPostback = typeof simulatorPostbacks.$inferSelect

/** The buyer's card. */
const card = { CCBrand: 'VISA', truncatedPAN: 'XXXXXXXXXXXX1234' }

const cardOf = ({ method }: Sale): Parameters => (method === 'CC' ? card : {})

const passedThrough = ({ start }: Sale): Parameters =>
  Object.fromEntries(Object.entries(start).filter(([name]) => name.startsWith('custom')))

/** The data of a postback and of the redirect to `successURL`, without the signature. */
export const okData = (sale: Sale, { id, event, parentId, amountCents }: Transaction): Parameters => ({
  shopID: sale.start['shopID'] ?? '',
  saleID: String(sale.id),
  ...(sale.referenceId !== null && { referenceID: sale.referenceId }),
  type: 'purchase',
  ...(event && { event, parentID: String(parentId) }),
  transactionID: String(id),
  priceAmount: decimalFromCents(amountCents),
  priceCurrency: sale.currency,
  paymentMethod: sale.method ?? '',
  ...cardOf(sale),
  ...passedThrough(sale),
})

/** The query of a postback or a redirect: the data with its signature, or with the fault of a mode. */
export function signedQuery(data: Parameters, mode: PostbackMode = 'now'): string {
  const values = mode === 'extra' ? { ...data, acquirerReference: 'A-1' } : data
  const signature = signatureOf(values, mode === 'sha1' ? 'sha1' : 'sha256')
  const sent = mode === 'changed' ? { ...values, priceAmount: '0.01' } : values
  return new URLSearchParams({ ...sent, signature }).toString()
}

/** `2026-11-20 12:00:00`, in UTC. */
const formatTime = (time: Date): string => time.toISOString().slice(0, 19).replace('T', ' ')

const single = (text: string): string => `'${text.replaceAll("'", "''")}'`

/** The answer of `salestatus`: a line for each value, some of them quoted. It says APPROVED also after credits and chargebacks. */
export function foundStatus(sale: Sale): string {
  const { start } = sale
  return lines({
    response: 'FOUND',
    saleResult: 'APPROVED',
    saleID: String(sale.id),
    ...(sale.referenceId !== null && { referenceID: single(sale.referenceId) }),
    shopID: `"${start['shopID']}"`,
    type: 'purchase',
    priceAmount: `"${decimalFromCents(sale.amountCents)}"`,
    priceCurrency: sale.currency,
    paymentMethod: sale.method ?? '',
    ...cardOf(sale),
    description: single(start['description'] ?? ''),
    ...passedThrough(sale),
    createdOn: single(formatTime(sale.paidAt ?? sale.createdAt)),
    country: sale.country ?? '',
    billingAddr_fullName: "'J. Voorbeeld'",
    billingAddr_addressLine1: 'Voorbeeldstraat 1',
    billingAddr_city: 'Utrecht',
    billingAddr_zip: '"3511 AA"',
    billingAddr_country: sale.country ?? '',
    email: 'koper@voorbeeld.test',
  })
}

export const notFoundStatus = (): string => lines({ response: 'NOTFOUND' })

export const statusError = (error: string): string => lines({ response: 'ERROR', error })

const lines = (values: Parameters): string =>
  Object.entries(values)
    .map(([name, value]) => `${name}: ${value}\n`)
    .join('')

/** A sale for control calls, with all that happened to it. */
export const saleResource = (sale: Sale, transactions: Transaction[], postbacks: SentPostback[]) => ({
  saleID: String(sale.id),
  referenceID: sale.referenceId,
  priceAmount: decimalFromCents(sale.amountCents),
  priceCurrency: sale.currency,
  paymentMethod: sale.method,
  paidAt: sale.paidAt,
  refundDueAt: sale.refundDueAt,
  transactions: transactions.map(transaction => okData(sale, transaction)),
  postbacks: postbacks.map(({ transactionId, query, dueAt, sentAt, status, answer }) => ({
    transactionID: String(transactionId),
    query,
    dueAt,
    sentAt,
    status,
    answer,
  })),
})
export type SaleResource = ReturnType<typeof saleResource>

/** The columns of the export, which the documentation does not list. */
const columns = [
  'saleID',
  'transactionID',
  'referenceID',
  'type',
  'event',
  'parentID',
  'date',
  'priceAmount',
  'priceCurrency',
  'paymentMethod',
  'shopID',
]

/** The export of the Control Center: a line for each transaction, oldest first; amounts that were given back are positive too. */
export const exportCsv = (rows: { sale: Sale; transaction: Transaction }[]): string =>
  [
    columns,
    ...rows.map(({ sale, transaction }) => {
      const values: Parameters = { ...okData(sale, transaction), date: formatTime(transaction.createdAt) }
      return columns.map(name => values[name] ?? '')
    }),
  ]
    .map(values => `${values.join(',')}\n`)
    .join('')
