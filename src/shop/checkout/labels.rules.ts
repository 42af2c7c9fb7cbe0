import { formatCents } from '../../wire/money.ts'

/** The price of standard shipping, as text. @param cents null until it is known */
export const shippingPrice = (cents: number | null): string =>
  cents === null ? 'Volgt uit je adres' : cents === 0 ? 'Gratis' : formatCents(cents)
