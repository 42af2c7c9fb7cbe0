import { element, writeXml, type XmlElement } from '../invoices/xml.rules.ts'
import { toSepaText } from '../payees/sepaText.rules.ts'

export interface TransferFile {
  /** At most 35 characters. */
  messageId: string
  createdAt: Date
  /** `YYYY-MM-DD`. */
  executionOn: string
  debtor: { name: string; iban: string }
  transfers: { endToEndId: string; cents: number; holderName: string; iban: string }[]
}

/** Characters of a name that every bank takes (EPC132-08). */
const MAX_NAME = 70

const amount = (cents: number): string => `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`

const account = (name: string, iban: string) => element(name, [element('Id', [element('IBAN', iban)])])
const party = (name: string, of: string) => element(name, [element('Nm', toSepaText(of, MAX_NAME))])

/**
 * Credit transfers in euro as one booked batch: pain.001.001.09 by the rules of EPC132-08 (SEPA, shared costs, the debtor's bank named by the
 * IBAN). The same run gives the same bytes.
 */
export function writePain001({ messageId, createdAt, executionOn, debtor, transfers }: TransferFile): string {
  const sums = [
    element('NbOfTxs', String(transfers.length)),
    element('CtrlSum', amount(transfers.reduce((sum, { cents }) => sum + cents, 0))),
  ]
  const header = element('GrpHdr', [
    element('MsgId', messageId),
    element('CreDtTm', `${createdAt.toISOString().slice(0, 19)}Z`),
    ...sums,
    party('InitgPty', debtor.name),
  ])
  const payment = element('PmtInf', [
    element('PmtInfId', messageId),
    element('PmtMtd', 'TRF'),
    element('BtchBookg', 'true'),
    ...sums,
    element('PmtTpInf', [element('SvcLvl', [element('Cd', 'SEPA')])]),
    element('ReqdExctnDt', [element('Dt', executionOn)]),
    party('Dbtr', debtor.name),
    account('DbtrAcct', debtor.iban),
    element('DbtrAgt', [element('FinInstnId', [element('Othr', [element('Id', 'NOTPROVIDED')])])]),
    element('ChrgBr', 'SLEV'),
    ...transfers.map(({ endToEndId, cents, holderName, iban }) =>
      element('CdtTrfTxInf', [
        element('PmtId', [element('EndToEndId', endToEndId)]),
        element('Amt', [element('InstdAmt', amount(cents), { Ccy: 'EUR' })]),
        party('Cdtr', holderName),
        account('CdtrAcct', iban),
        element('RmtInf', [element('Ustrd', `Uitbetaling ${executionOn}`)]),
      ]),
    ),
  ])
  const root = element('Document', [element('CstmrCdtTrfInitn', [header, payment])], {
    xmlns: 'urn:iso:std:iso:20022:tech:xsd:pain.001.001.09',
  })
  return writeXml(root as XmlElement)
}
