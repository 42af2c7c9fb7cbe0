import type { PaymentUse } from '../../wire/paymentSettings.ts'
import { isDigital } from '../products/catalog/rules.ts'

export interface UsedLine {
  name: string
  isGiftCard: boolean
  hasSexualContent: boolean
  shippingCost: number
  showShippingOptions: boolean
}

/** The kind of purchase that a line is, which decides where it is paid. */
export function paymentUseOf(line: UsedLine): PaymentUse {
  if (line.isGiftCard) return 'GIFT_CARD'
  if (!isDigital(line)) return 'GOODS'
  return line.hasSexualContent ? 'MINUTES' : 'DIGITAL'
}

/**
 * The one provider at which all lines of an order are paid.
 * @param lines at least one
 * @returns the reason in Dutch when they need more than one; an order has one payment
 */
export function chooseProvider(
  lines: readonly UsedLine[],
  providerOf: (use: PaymentUse) => string,
): { provider: string } | { refusal: string } {
  const byProvider = Map.groupBy(lines, line => providerOf(paymentUseOf(line)))
  const [first, other] = [...byProvider.keys()]
  if (other === undefined) return { provider: first ?? providerOf('GOODS') }
  const [one, two] = [...byProvider.values()].map(group => group.map(({ name }) => `‘${name}’`).join(', '))
  return {
    refusal: `${one} en ${two} betaal je apart, omdat niet elke betaaldienst alles aanneemt. Bestel ze in twee keer.`,
  }
}
