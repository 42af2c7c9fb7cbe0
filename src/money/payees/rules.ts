import { normalizeVatNumber } from '../../wire/company.ts'
import { isEuVatNumber } from '../vat/number.rules.ts'
import type { PayeeInput } from './contract.ts'
import { isSepaName } from './sepaText.rules.ts'

const DAY_MS = 86_400_000

/** How long a changed IBAN waits, so that its owner can object to it. */
const IBAN_WAIT_DAYS = 7

export const ibanUsableAt = (changedAt: Date): Date => new Date(changedAt.getTime() + IBAN_WAIT_DAYS * DAY_MS)

/** Days after the first earnings at which she is reminded, and from which payouts are withheld (Dir. (EU) 2021/514, annex V, IV.A.2). */
const REMINDER_DAYS = [14, 30]
const WITHHELD_DAYS = 60

/** How many reminders of missing details are due. */
export const remindersDue = (firstEarnedAt: Date, now: Date): number =>
  REMINDER_DAYS.filter(days => now.getTime() >= firstEarnedAt.getTime() + days * DAY_MS).length

export const withheldFrom = (firstEarnedAt: Date): Date =>
  new Date(firstEarnedAt.getTime() + WITHHELD_DAYS * DAY_MS)

/** The last four characters of a number, which recognize it and do not tell it. */
export const endOf = (number: string): string => number.slice(-4)

type FieldMessages = Partial<Record<keyof PayeeInput, string>>

/** The faults of details, by field. The IBAN is checked by the service. */
export function payeeErrors({
  vatStatus,
  vatNumber,
  holder,
  companyName,
  agreesSelfBilling,
}: PayeeInput): FieldMessages {
  const errors: FieldMessages = {}
  const isRegistered = vatStatus === 'VAT_BELGIUM' || vatStatus === 'VAT_EU'
  if (vatNumber === null) {
    if (isRegistered) errors.vatNumber = 'Vul je btw-nummer in.'
  } else if (!isEuVatNumber(vatNumber)) errors.vatNumber = 'Dit is geen geldig btw-nummer.'
  else if (isRegistered && normalizeVatNumber(vatNumber).startsWith('BE') !== (vatStatus === 'VAT_BELGIUM'))
    errors.vatNumber = 'Dit btw-nummer is van een ander land dan je koos.'
  if (vatStatus !== 'PRIVATE' && !agreesSelfBilling)
    errors.agreesSelfBilling =
      'Zonder deze afspraak kunnen we je niet betalen: een bedrijf heeft facturen nodig.'
  if (holder === 'COMPANY') {
    if (vatStatus === 'PRIVATE') errors.holder = 'Een particulier heeft een rekening op haar eigen naam.'
    if (companyName === null) errors.companyName = 'Vul de naam van je bedrijf in.'
    else if (!isSepaName(companyName)) errors.companyName = 'Schrijf de naam in Latijnse letters.'
  }
  return errors
}
