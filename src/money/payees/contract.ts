import { z } from 'zod'
import { endpoint } from '../../wire/endpoint.ts'
import { dateTime, optionalSingleLine, singleLine } from '../../wire/fields.ts'
import { mailTemplate } from '../../wire/mail.ts'

/** Her page. */
export const PAYEE_PATH = '/studio/uitbetaling'

/** How she is taxed: as a person, as an exempt small business, or registered with a VAT number in Belgium or elsewhere in the EU. */
export const PayeeVatStatus = z.enum(['PRIVATE', 'SMALL_BUSINESS', 'VAT_BELGIUM', 'VAT_EU'])
export type PayeeVatStatus = z.output<typeof PayeeVatStatus>

/** The name of the bank account: that of the verified person, or of her company. */
export const AccountHolder = z.enum(['PERSON', 'COMPANY'])

/** The answer of a bank to the question whether a name belongs to an IBAN (Verification of Payee, Reg. (EU) 2024/886). */
export const NameCheck = z.enum(['MATCH', 'CLOSE', 'NO', 'UNKNOWN'])
export type NameCheck = z.output<typeof NameCheck>

/** The agreement to self-billing (Dir. 2006/112 art. 224); another text gets another version. */
export const selfBillingAgreement = {
  version: 1,
  /** Days in which she can object to an invoice. */
  objectionDays: 14,
  text: 'De winkel maakt mijn facturen, in mijn naam en voor mijn rekening. Ik maak er zelf geen over hetzelfde. Tegen elke factuur kan ik 14 dagen bezwaar maken; daarna geldt ze als aanvaard.',
}

const country = 'Kies je land.'

export const PayeeInput = z.object({
  street: singleLine('Vul je straat en huisnummer in.', 70),
  postalCode: singleLine('Vul je postcode in.', 16),
  city: singleLine('Vul je plaats in.', 35),
  country: z.string(country).regex(/^[A-Z]{2}$/, country),
  /** Null keeps the number that is stored. */
  taxNumber: optionalSingleLine(30),
  vatStatus: PayeeVatStatus,
  vatNumber: optionalSingleLine(20),
  /** Whether she agrees that the shop makes her invoices; needed of a business. */
  agreesSelfBilling: z.boolean().default(false),
  holder: AccountHolder,
  companyName: optionalSingleLine(70),
  /** Null keeps the IBAN that is stored. */
  iban: optionalSingleLine(42),
})
export type PayeeInput = z.output<typeof PayeeInput>

export const missingNumbers = {
  taxNumber: 'Vul je fiscaal nummer in.',
  iban: 'Vul je rekeningnummer (IBAN) in.',
}

/** Of the form while no numbers are stored. */
export const FirstPayeeInput = PayeeInput.extend({
  taxNumber: singleLine(missingNumbers.taxNumber, 30),
  iban: singleLine(missingNumbers.iban, 42),
})

/** The details as she sees them: of her numbers only the end. */
const OwnDetails = PayeeInput.omit({ taxNumber: true, iban: true }).extend({
  taxNumberEnd: z.string(),
  ibanEnd: z.string(),
})

export const OwnPayee = z.object({
  /** Null while her identity is not verified. */
  verifiedName: z.string().nullable(),
  /** Null until she gave them. */
  details: OwnDetails.nullable(),
  /** From when a changed IBAN is paid to; null when it is now. */
  usableAt: dateTime.nullable(),
  nameCheck: NameCheck.nullable(),
})
export type OwnPayee = z.output<typeof OwnPayee>

export const readPayee = endpoint('GET /api/studio/payee', 'customer', {
  summary: 'To whom and where one’s earnings are paid; of the numbers only the end',
  output: OwnPayee,
})

export const changePayee = endpoint('PUT /api/studio/payee', 'customer', {
  summary:
    'Give or change where one’s earnings are paid; a changed IBAN waits seven days and is mailed, a number that is left out stays',
  confirmation: 'recent',
  input: PayeeInput,
  output: OwnPayee,
  problems: ['CONFLICT'],
})

const mailProps = { url: z.string(), shopName: z.string() }

/** A changed IBAN, by the ends of the old and the new one. */
export const ibanChangedMail = mailTemplate(
  'iban-changed',
  z.object({ before: z.string(), after: z.string(), usableAt: z.iso.datetime(), ...mailProps }),
)

/** A reminder of missing details. */
export const payeeReminderMail = mailTemplate(
  'payee-reminder',
  z.object({ withheldAt: z.iso.datetime(), ...mailProps }),
)
