import { formatCents } from '../../wire/money.ts'

/** What standard shipping costs, as text. @param cents null until it is known */
export const shippingPrice = (cents: number | null): string =>
  cents === null ? 'Volgt uit je adres' : cents === 0 ? 'Gratis' : formatCents(cents)
