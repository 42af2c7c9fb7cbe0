import { describe, expect, it, test } from 'vitest'
import { Problem } from '../../wire/problem.ts'
import { readCamt053 } from './camt053.service.ts'

const wrap = (entries: string, namespace = 'urn:iso:std:iso:20022:tech:xsd:camt.053.001.08') =>
  Buffer.from(
    `<?xml version="1.0" encoding="UTF-8"?><Document xmlns="${namespace}"><BkToCstmrStmt><GrpHdr><MsgId>1</MsgId></GrpHdr><Stmt><Id>S1</Id>${entries}</Stmt></BkToCstmrStmt></Document>`,
  )
const debit = (details: string, status = '<Sts><Cd>BOOK</Cd></Sts>') =>
  `<Ntry><Amt Ccy="EUR">123.45</Amt><CdtDbtInd>DBIT</CdtDbtInd>${status}<BookgDt><Dt>2026-12-08</Dt></BookgDt>${details}</Ntry>`
const part = '<NtryDtls><TxDtls><Refs><EndToEndId>Ua</EndToEndId></Refs></TxDtls></NtryDtls>'
const line = {
  isDebit: true,
  isReturn: false,
  endToEndId: 'Ua',
  batchId: null,
  cents: 12_345,
  day: '2026-12-08',
  reason: null,
}

describe('a bank statement', () => {
  it('has a line for each booked movement', () => expect(readCamt053(wrap(debit(part)))).toEqual([line]))

  it('of an older version is read too, and with a prefix', () => {
    const old = debit(part, '<Sts>BOOK</Sts>').replaceAll(/<(\/?)(\w)/g, '<$1n:$2')
    const xml = wrap('', 'urn:iso:std:iso:20022:tech:xsd:camt.053.001.02')
      .toString()
      .replaceAll(/<(\/?)([A-Z])/g, '<$1n:$2')
      .replace('xmlns=', 'xmlns:n=')
      .replace('</n:Stmt>', `${old}</n:Stmt>`)
    expect(readCamt053(Buffer.from(xml))).toEqual([line])
  })

  it('leaves out movements that are not booked yet', () => {
    expect(readCamt053(wrap(debit(part, '<Sts><Cd>PDNG</Cd></Sts>')))).toEqual([])
  })

  it('has a line for each part of a batch, and one for a batch without parts', () => {
    const parts = ['Ua', 'Ub'].map(
      id => `<TxDtls><Refs><EndToEndId>${id}</EndToEndId></Refs><Amt Ccy="EUR">1.5</Amt></TxDtls>`,
    )
    const lines = readCamt053(wrap(debit(`<NtryDtls>${parts.join('')}</NtryDtls>`)))
    expect(lines.map(({ endToEndId, cents }) => [endToEndId, cents])).toEqual([
      ['Ua', 150],
      ['Ub', 150],
    ])
    const batch = '<NtryDtls><Btch><PmtInfId>R1</PmtInfId></Btch></NtryDtls>'
    expect(readCamt053(wrap(debit(batch)))).toMatchObject([
      { endToEndId: null, batchId: 'R1', cents: 12_345 },
    ])
  })

  it('tells a return with its reason', () => {
    const returned = part.replace('</Refs>', '</Refs><RtrInf><Rsn><Cd>AC04</Cd></Rsn></RtrInf>')
    const xml = debit(returned).replace('DBIT', 'CRDT')
    expect(readCamt053(wrap(xml))).toMatchObject([{ isDebit: false, isReturn: true, reason: 'AC04' }])
  })

  test.each([
    ['a document type', '<!DOCTYPE a [<!ENTITY b "c">]><Document/>'],
    ['a document type in another case', '<!doctype a><Document/>'],
    ['an entity', '<?xml version="1.0"?><!ENTITY a "b"><Document/>'],
    ['another kind of file', wrap(debit(part), 'urn:iso:std:iso:20022:tech:xsd:pain.001.001.09').toString()],
    ['no XML', 'a,b,c'],
    ['nothing', ''],
    ['a missing end', wrap(debit(part)).toString().slice(0, -20)],
    ['crossed elements', wrap('<Ntry><Amt></Ntry></Amt>').toString()],
    ['an amount in words', wrap(debit(part).replace('123.45', 'veel')).toString()],
    ['an amount of a part of a cent', wrap(debit(part).replace('123.45', '1.005')).toString()],
    ['a negative amount', wrap(debit(part).replace('123.45', '-1.00')).toString()],
    ['binary content', '\u0000\u0001'],
  ])('is refused with %s', (_, text) => {
    expect(() => readCamt053(Buffer.from(text))).toThrow(Problem)
  })

  it('is refused when it is nested a hundred thousand times', () => {
    expect(() => readCamt053(wrap('<a>'.repeat(100_000) + '</a>'.repeat(100_000)))).toThrow('gegevens')
  })
})
