import { z } from 'zod'
import { readCsv } from '../../../../platform/text/csvReader.ts'
import { UnreadableFileError } from '../../../../platform/text/encoding.rules.ts'
import { centsFromDecimal } from '../../../../wire/money.ts'
import { keysOf } from '../../../../wire/records.ts'
import type { ProviderRecord } from '../../contract.ts'

const MAX_LINES = 100_000

/** A sale has no event. */
const kinds = { '': 'PAYMENT', credit: 'REFUND', chargeback: 'CHARGEBACK' } as const

/** The columns that we read, each with the message for a wrong cell; the documentation does not list them. Times without a zone are in UTC. */
const lineOf = (shopId: string) =>
  z.object({
    transactionID: z.string().regex(/^.{1,100}$/, 'een nummer'),
    referenceID: z.string().max(100, 'de referentie van een betaling'),
    event: z.enum(keysOf(kinds), 'niets, credit of chargeback'),
    date: z
      .string()
      .transform(text => text.replace(' ', 'T').replace(/T[\d:.]+$/, '$&Z'))
      .pipe(z.iso.datetime({ offset: true, error: 'een tijd zoals 2026-11-20 12:00:00' })),
    priceAmount: z.string().refine(text => centsFromDecimal(text) !== null, 'een bedrag zoals 12.50'),
    priceCurrency: z.string().regex(/^[A-Z]{3}$/, 'een munt zoals EUR'),
    shopID: z.literal(shopId, `${shopId}, de website van deze winkel`),
  })

/**
 * Reads the export of the Control Center: a line for each transaction, with amounts above 0 also where money went back. Headings are matched by their
 * letters, and other columns are left out.
 * @throws UnreadableFileError
 */
export async function readExport(shopId: string, file: AsyncIterable<Uint8Array>): Promise<ProviderRecord[]> {
  const schema = lineOf(shopId)
  const names = Object.keys(schema.shape)
  const records = new Map<string, ProviderRecord>()
  let headings: string[] | undefined
  for await (const { line, cells } of readCsv(file)) {
    if (!headings) {
      headings = cells.map(lettersOf)
      const missing = names.filter(name => !headings?.includes(lettersOf(name))).join(', ')
      if (missing) throw new UnreadableFileError(`Op de eerste regel ontbreekt: ${missing}.`)
      continue
    }
    const values = names.map(name => [name, cells[headings?.indexOf(lettersOf(name)) ?? -1]?.trim() ?? ''])
    const { data, error } = schema.safeParse(Object.fromEntries(values))
    const [issue] = error?.issues ?? []
    if (!data)
      throw new UnreadableFileError(`Regel ${line}: bij ${issue?.path.join()} hoort ${issue?.message}.`)
    if (records.has(data.transactionID))
      throw new UnreadableFileError(`Regel ${line}: transactie ${data.transactionID} staat er twee keer in.`)
    if (records.size === MAX_LINES)
      throw new UnreadableFileError('Dit bestand heeft meer dan 100.000 regels. Kies een kortere periode.')
    records.set(data.transactionID, toRecord(data))
  }
  if (!headings) throw new UnreadableFileError('Dit bestand is leeg.')
  return [...records.values()]
}

const lettersOf = (heading: string): string => heading.replace(/[^a-z]/gi, '').toLowerCase()

/** A payment is known by the reference that we gave, or else by its transaction. */
function toRecord(line: z.output<ReturnType<typeof lineOf>>): ProviderRecord {
  const kind = kinds[line.event]
  const providerPaymentId = line.referenceID || line.transactionID
  const movedAt = new Date(line.date)
  return {
    kind,
    providerId: kind === 'PAYMENT' ? providerPaymentId : line.transactionID,
    providerPaymentId,
    ownId: null,
    state: 'DONE',
    amountCents: centsFromDecimal(line.priceAmount),
    currency: line.priceCurrency,
    createdAt: movedAt,
    movedAt,
  }
}
