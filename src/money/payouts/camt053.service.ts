import { XMLParser, XMLValidator } from 'fast-xml-parser'
import { Problem } from '../../wire/problem.ts'

/** One booked movement of a bank statement. */
export interface StatementLine {
  isDebit: boolean
  /** Whether it undoes an earlier movement. */
  isReturn: boolean
  endToEndId: string | null
  /** Of a batch that is booked as one movement. */
  batchId: string | null
  cents: number
  day: string | null
  /** The bank's code for a return, such as `AC04`. */
  reason: string | null
}

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  removeNSPrefix: true,
  parseTagValue: false,
  // No text that is read here has an entity in it.
  processEntities: false,
  isArray: name => ['Stmt', 'Ntry', 'NtryDtls', 'TxDtls'].includes(name),
})

type Node = Record<string, unknown>
const at = (node: unknown, ...path: string[]): unknown =>
  path.reduce<unknown>(
    (parent, name) => (parent && typeof parent === 'object' ? (parent as Node)[name] : null),
    node,
  )
const many = (node: unknown, name: string): unknown[] => (at(node, name) as unknown[] | undefined) ?? []
function textOf(node: unknown, ...path: string[]): string | null {
  const found = at(node, ...path)
  const text = found && typeof found === 'object' ? (found as Node)['#text'] : found
  return typeof text === 'string' && text !== '' ? text : null
}

/** The parser leaves out the namespaces. */
const statementRoot = /<(?:\w+:)?Document\s[^>]*urn:iso:std:iso:20022:tech:xsd:camt\.053\./

const unreadable = () =>
  new Problem('INVALID_INPUT', {
    fields: { file: 'Dit is geen bankafschrift (camt.053) dat we kunnen lezen.' },
  })

/** @throws Problem INVALID_INPUT also for elements that are nested too deep for the parser */
function parse(xml: string): unknown {
  try {
    return parser.parse(xml)
  } catch {
    throw unreadable()
  }
}

/** `12.34` → 1234. @throws Problem INVALID_INPUT for anything but an amount in whole cents */
function toCents(text: string | null): number {
  const [, euros = '', fraction = ''] = /^(\d{1,10})(?:\.(\d{1,2})0*)?$/.exec(text ?? '') ?? []
  if (euros === '') throw unreadable()
  return Number(euros) * 100 + Number(fraction.padEnd(2, '0'))
}

/**
 * Reads the booked movements of a camt.053 statement; a movement without details is one line.
 * @throws Problem INVALID_INPUT for another file, one that is not well-formed, and one with a document type or entities
 */
export function readCamt053(file: Buffer): StatementLine[] {
  const xml = file.toString('utf8')
  if (/<!(DOCTYPE|ENTITY)/i.test(xml) || XMLValidator.validate(xml) !== true) throw unreadable()
  if (!statementRoot.test(xml)) throw unreadable()
  return many(at(parse(xml), 'Document', 'BkToCstmrStmt'), 'Stmt')
    .flatMap(statement => many(statement, 'Ntry'))
    .filter(entry => (textOf(entry, 'Sts', 'Cd') ?? textOf(entry, 'Sts')) === 'BOOK')
    .flatMap(readEntry)
}

function readEntry(entry: unknown): StatementLine[] {
  const details = many(entry, 'NtryDtls')
  const parts = details.flatMap(each => many(each, 'TxDtls'))
  const batch = textOf(details[0], 'Btch', 'PmtInfId')
  // Of one movement with one detail, banks leave out the second amount.
  return (parts.length > 0 ? parts : [null]).map(part => ({
    isDebit: (textOf(part, 'CdtDbtInd') ?? textOf(entry, 'CdtDbtInd')) === 'DBIT',
    isReturn: (at(part, 'RtrInf') ?? null) !== null || textOf(entry, 'RvslInd') === 'true',
    endToEndId: textOf(part, 'Refs', 'EndToEndId'),
    batchId: textOf(part, 'Refs', 'PmtInfId') ?? batch,
    cents: toCents(textOf(part, 'Amt') ?? textOf(part, 'AmtDtls', 'TxAmt', 'Amt') ?? textOf(entry, 'Amt')),
    day: textOf(entry, 'BookgDt', 'Dt') ?? textOf(entry, 'BookgDt', 'DtTm')?.slice(0, 10) ?? null,
    reason: textOf(part, 'RtrInf', 'Rsn', 'Cd') ?? textOf(part, 'RtrInf', 'Rsn', 'Prtry'),
  }))
}
