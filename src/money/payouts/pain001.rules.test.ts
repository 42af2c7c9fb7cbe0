import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findAll } from '../../../tests/support/ubl/query.ts'
import { parseXml } from '../../../tests/support/ubl/xml.ts'
import type { XmlElement } from '../invoices/xml.rules.ts'
import { type TransferFile, writePain001 } from './pain001.rules.ts'

const file: TransferFile = {
  messageId: '019ac4d27c1e7f0a9d0b0123456789ab',
  createdAt: new Date('2026-12-07T06:10:03.456Z'),
  executionOn: '2026-12-08',
  debtor: { name: 'Gloed BV', iban: 'BE68539007547034' },
  transfers: [
    { endToEndId: 'Ua', cents: 12_345, holderName: 'Łucja Żółć', iban: 'NL91ABNA0417164300' },
    { endToEndId: 'Ub', cents: 7, holderName: 'Roos & <Zn>', iban: 'DE89370400440532013000' },
  ],
}

/** The children of each element in the order of the schema of pain.001.001.09, as far as the shop writes them; a star may repeat. */
const order: Record<string, string[]> = {
  Document: ['CstmrCdtTrfInitn'],
  CstmrCdtTrfInitn: ['GrpHdr', 'PmtInf'],
  GrpHdr: ['MsgId', 'CreDtTm', 'NbOfTxs', 'CtrlSum', 'InitgPty'],
  InitgPty: ['Nm'],
  PmtInf: [
    'PmtInfId',
    'PmtMtd',
    'BtchBookg',
    'NbOfTxs',
    'CtrlSum',
    'PmtTpInf',
    'ReqdExctnDt',
    'Dbtr',
    'DbtrAcct',
    'DbtrAgt',
    'ChrgBr',
    'CdtTrfTxInf*',
  ],
  PmtTpInf: ['SvcLvl'],
  SvcLvl: ['Cd'],
  ReqdExctnDt: ['Dt'],
  Dbtr: ['Nm'],
  DbtrAcct: ['Id'],
  DbtrAgt: ['FinInstnId'],
  FinInstnId: ['Othr'],
  Othr: ['Id'],
  CdtTrfTxInf: ['PmtId', 'Amt', 'Cdtr', 'CdtrAcct', 'RmtInf'],
  PmtId: ['EndToEndId'],
  Amt: ['InstdAmt'],
  Cdtr: ['Nm'],
  CdtrAcct: ['Id'],
  RmtInf: ['Ustrd'],
}

/** The types of the schema, and the stricter ones of SEPA. */
const max35 = /^[A-Za-z0-9/\-?:().,'+ ]{1,35}$/
const patterns: Record<string, RegExp> = {
  MsgId: max35,
  PmtInfId: max35,
  EndToEndId: max35,
  CreDtTm: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/,
  NbOfTxs: /^\d{1,15}$/,
  CtrlSum: /^\d{1,16}\.\d\d$/,
  InstdAmt: /^\d{1,9}\.\d\d$/,
  PmtMtd: /^TRF$/,
  BtchBookg: /^true$/,
  Cd: /^SEPA$/,
  Dt: /^\d{4}-\d\d-\d\d$/,
  Nm: /^[A-Za-z0-9/\-?:().,'+ ]{1,70}$/,
  IBAN: /^[A-Z]{2}\d\d[A-Za-z0-9]{1,30}$/,
  ChrgBr: /^SLEV$/,
  Ustrd: /^[A-Za-z0-9/\-?:().,'+ ]{1,140}$/,
}

function brokenRules({ name, content }: XmlElement): string[] {
  if (typeof content === 'string') {
    const isRight = name === 'Id' ? content === 'NOTPROVIDED' : patterns[name]?.test(content)
    return isRight ? [] : [`${name}: ${content}`]
  }
  const names = content.map(child => child.name)
  const wanted = name === 'Id' ? ['IBAN'] : (order[name] ?? [])
  const pattern = new RegExp(
    `^${wanted.map(each => (each.endsWith('*') ? `(${each.slice(0, -1)} )+` : `${each} `)).join('')}$`,
  )
  const isRight = pattern.test(`${names.join(' ')} `)
  return [...(isRight ? [] : [`${name}: ${names.join(' ')}`]), ...content.flatMap(brokenRules)]
}

const named = (root: XmlElement, name: string) => findAll(root).filter(element => element.name === name)
const texts = (root: XmlElement, name: string) => named(root, name).map(({ content }) => content)

describe('the file of credit transfers', () => {
  const root = parseXml(writePain001(file))

  it('has elements in the order of the schema, and values of its types', () => {
    expect(brokenRules(root)).toEqual([])
    expect(root.attributes).toEqual({ xmlns: 'urn:iso:std:iso:20022:tech:xsd:pain.001.001.09' })
  })

  it('states the number and the sum of its transfers twice, in euro and cents', () => {
    expect(texts(root, 'NbOfTxs')).toEqual(['2', '2'])
    expect(texts(root, 'CtrlSum')).toEqual(['123.52', '123.52'])
    expect(texts(root, 'InstdAmt')).toEqual(['123.45', '0.07'])
    expect(named(root, 'InstdAmt').map(({ attributes }) => attributes)).toEqual([
      { Ccy: 'EUR' },
      { Ccy: 'EUR' },
    ])
  })

  it('writes names in the characters of SEPA', () => {
    expect(texts(root, 'Nm')).toEqual(['Gloed BV', 'Gloed BV', 'Lucja Zolc', 'Roos + Zn'])
  })

  it('has the same bytes for the same run', () =>
    expect(writePain001(structuredClone(file))).toBe(writePain001(file)))

  it('keeps the rules with any amounts and names, and its sum is exact', () => {
    const transfer = fc.record({
      endToEndId: fc.stringMatching(/^U[0-9a-f]{32}$/),
      cents: fc.integer({ min: 1, max: 99_999_999 }),
      holderName: fc.string({ unit: 'grapheme', maxLength: 120 }).map(name => `A${name}`),
      iban: fc.constantFrom('NL91ABNA0417164300', 'BE68539007547034'),
    })
    fc.assert(
      fc.property(fc.array(transfer, { minLength: 1, maxLength: 20 }), transfers => {
        const written = parseXml(writePain001({ ...file, transfers }))
        expect(brokenRules(written)).toEqual([])
        const inCents = (text: unknown) => Number(String(text).replace('.', ''))
        const sum = texts(written, 'InstdAmt').reduce<number>((total, text) => total + inCents(text), 0)
        expect(sum).toBe(transfers.reduce((total, { cents }) => total + cents, 0))
        expect(inCents(texts(written, 'CtrlSum')[0])).toBe(sum)
      }),
    )
  })
})
