import { z } from 'zod'
import type { ProviderPostback, ProviderRefund } from '../../contract.ts'
import { signFields } from './signature.gateway.ts'

const name = z.string().regex(/^[\w-]{1,100}$/)

/** In cents: more is not stored in an integer. */
const MAX_CENTS = 2 ** 31 - 1

/** `25`, `25.5`, `25.50` and, of a credit, `-25.50`: clients of Verotel send an amount as they have it. @returns cents; null for anything else */
export function readAmount(text: string): number | null {
  const [, whole, part = ''] = /^-?(\d{1,9})(?:\.(\d{1,2}))?$/.exec(text) ?? []
  const cents = whole === undefined ? null : Number(whole) * 100 + Number(part.padEnd(2, '0'))
  return cents !== null && cents <= MAX_CENTS ? cents : null
}

/** The fields of a postback that we read; its other fields are signed as well, and ignored. */
const PostbackFields = z.object({
  type: z.literal('purchase').optional(),
  event: z.enum(['credit', 'chargeback']).optional(),
  referenceID: name,
  saleID: name,
  transactionID: name,
  parentID: name.optional(),
  priceAmount: z.string().transform((text, context) => {
    const amountCents = readAmount(text)
    if (amountCents === null) context.addIssue('not an amount')
    return amountCents ?? z.NEVER
  }),
  priceCurrency: z.string().regex(/^[A-Z]{3}$/),
})

/** A purchase that was paid has no event. */
const events = { credit: 'CREDIT', chargeback: 'CHARGEBACK' } as const

/**
 * Reads a postback of this website.
 * @param fields whose signature is right
 * @returns the event `OTHER` for a report that is not about a purchase of ours: it is answered too, since Verotel would pay the money back
 */
export function readPostback(fields: Record<string, string>): ProviderPostback {
  const { data } = PostbackFields.safeParse(fields)
  if (!data) {
    const nothing = { saleNumber: '', parentId: null, amountCents: 0, currency: '' }
    return { ...nothing, event: 'OTHER', providerId: '', transactionId: signFields('', fields) }
  }
  return {
    providerId: data.referenceID,
    event: data.event ? events[data.event] : 'SALE',
    saleNumber: data.saleID,
    transactionId: data.transactionID,
    parentId: data.parentID ?? null,
    amountCents: data.priceAmount,
    currency: data.priceCurrency,
  }
}

/**
 * Counts the refunds and chargebacks of a sale. The status of a sale stays APPROVED after that, so a postback is believed by its signature
 * when its parent is the sale and its amount is not above the rest.
 * @param sale as its status has it
 * @param postbacks of its reference, oldest first
 * @returns `doubt` when one of them does not fit
 */
export function countPostbacks(
  sale: Pick<ProviderPostback, 'saleNumber' | 'amountCents' | 'currency'>,
  postbacks: readonly ProviderPostback[],
): { refunds: ProviderRefund[]; chargedBackCents: number; isReturned: boolean; doubt: string | null } {
  const ofSale = (each: ProviderPostback) => each.saleNumber === sale.saleNumber
  const sales = postbacks.filter(({ event }) => event === 'SALE')
  const ownTransactions = sales.filter(ofSale).map(({ transactionId }) => transactionId)
  const hasParent = (each: ProviderPostback) =>
    // The postback of the sale itself may be lost.
    ownTransactions.length > 0 ? ownTransactions.includes(each.parentId ?? '') : ofSale(each)
  const found = { refunds: [] as ProviderRefund[], chargedBackCents: 0 }
  const other = sales.find(each => !ofSale(each))
  let doubt = other ? `sale ${other.saleNumber} has the same reference` : null
  let leftCents = sale.amountCents
  for (const postback of postbacks) {
    const { event, transactionId: providerId, amountCents, currency } = postback
    if (event !== 'CREDIT' && event !== 'CHARGEBACK') continue
    const isNew = !ownTransactions.includes(providerId)
    const fits = isNew && hasParent(postback) && currency === sale.currency && amountCents <= leftCents
    if (!fits) doubt ??= `${event} ${providerId} of ${amountCents} ${currency} does not fit the sale`
    if (!fits || amountCents === 0) continue
    leftCents -= amountCents
    if (event === 'CHARGEBACK') found.chargedBackCents += amountCents
    // The newest first, as providers list them.
    else
      found.refunds.unshift({
        providerId,
        amountCents,
        status: 'GONE',
        refundId: null,
        attempt: 1,
        mayBeOurs: true,
      })
  }
  // A credit in parts, or a chargeback, is no answer to a report that was not accepted.
  const isReturned = sales.length === 0 && found.refunds.some(each => each.amountCents === sale.amountCents)
  return { ...found, isReturned, doubt }
}
