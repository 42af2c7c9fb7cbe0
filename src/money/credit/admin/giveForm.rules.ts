import { parseEuroInput } from '../../../wire/money.ts'

/** A gift card that an admin gives, as it is typed. */
export interface GiveForm {
  /** In euros. */
  value: string
  recipientEmail: string
  recipientName: string
  message: string
  reason: string
}

export const emptyGiveForm: GiveForm = {
  value: '',
  recipientEmail: '',
  recipientName: '',
  message: '',
  reason: '',
}

/** The input of `createGiftCard`, with the same names, so that its errors find their field. */
export const parseGiveForm = ({ value, ...rest }: GiveForm) => ({
  ...rest,
  value: parseEuroInput(value) ?? Number.NaN,
})

/** A change of someone's store credit, as it is typed. */
export interface CreditForm {
  way: 'on' | 'off'
  /** In euros, without a sign. */
  amount: string
  reason: string
}

/** Signed cents; not a number when it is not an amount. */
export const signedAmount = ({ way, amount }: Pick<CreditForm, 'way' | 'amount'>): number => {
  const cents = parseEuroInput(amount) ?? Number.NaN
  return way === 'off' ? -cents : cents
}
