import { hasPercentage } from '../conditions.rules.ts'
import type { PromotionKind, PromotionTarget } from '../contract.ts'
import { formatEuroInput, parseEuroInput } from '../../../wire/money.ts'
import type { AdminPromotion, PromotionState } from './contract.ts'

export const promotionKindLabels: Record<PromotionKind, string> = {
  PERCENTAGE: 'Percentage',
  AMOUNT: 'Bedrag',
  BUY_X_GET_Y: 'X kopen, Y gratis',
  BUNDLE: 'Samen goedkoper',
  FREE_TRACKING: 'Gratis verzending, ook met track & trace',
  MINUTES: 'Minuten cadeau',
}

export const promotionTargetLabels: Record<PromotionTarget, string> = {
  EVERYTHING: 'Alles',
  CATEGORIES: 'Categorieën',
  PRODUCTS: 'Producten',
}

export const promotionStateLabels: Record<PromotionState, string> = {
  RUNNING: 'Loopt',
  SCHEDULED: 'Gepland',
  ENDED: 'Voorbij',
  USED_UP: 'Op',
  OFF: 'Uit',
}

const count = (value: number | null | undefined): string => (value === null ? '' : String(value ?? ''))

/** The form values of a promotion: amounts in euros, and everything that can be empty as text. */
export const toPromotionForm = (promotion: AdminPromotion | null) => ({
  title: promotion?.title ?? '',
  code: promotion?.code ?? '',
  kind: promotion?.kind ?? 'PERCENTAGE',
  percentage: count(promotion?.percentage),
  amountCents: promotion?.amountCents ? formatEuroInput(promotion.amountCents) : '',
  buyQuantity: count(promotion?.buyQuantity),
  freeQuantity: count(promotion?.freeQuantity),
  minutes: count(promotion?.minutes),
  target: promotion?.target ?? 'EVERYTHING',
  targetIds: promotion?.targetIds ?? [],
  minimumCents: promotion?.minimumCents ? formatEuroInput(promotion.minimumCents) : '',
  firstOrderOnly: promotion?.firstOrderOnly ?? false,
  oncePerCustomer: promotion?.oncePerCustomer ?? false,
  maxUses: count(promotion?.maxUses),
  startsAt: promotion?.startsAt ?? '',
  endsAt: promotion?.endsAt ?? '',
  isCombinable: promotion?.isCombinable ?? false,
  isActive: promotion?.isActive ?? true,
})

export type PromotionForm = ReturnType<typeof toPromotionForm>

/** A text that is no number is refused by the contract, with its message. */
const toNumber = (text: string): number | null => (text.trim() === '' ? null : Number(text))
const toCents = (text: string): number | null =>
  text.trim() === '' ? null : (parseEuroInput(text) ?? Number.NaN)

/** A bundle is of products. */
export const targetOf = ({ kind, target }: Pick<PromotionForm, 'kind' | 'target'>): PromotionTarget =>
  kind === 'BUNDLE' ? 'PRODUCTS' : target

/** The input of the call. */
export const parsePromotionForm = (form: PromotionForm) => ({
  ...form,
  code: form.code.trim() === '' ? null : form.code,
  percentage: hasPercentage(form.kind) ? toNumber(form.percentage) : null,
  amountCents: form.kind === 'AMOUNT' ? toCents(form.amountCents) : null,
  buyQuantity: form.kind === 'BUY_X_GET_Y' ? toNumber(form.buyQuantity) : null,
  freeQuantity: form.kind === 'BUY_X_GET_Y' ? toNumber(form.freeQuantity) : null,
  minutes: form.kind === 'MINUTES' ? toNumber(form.minutes) : null,
  target: targetOf(form),
  targetIds: targetOf(form) === 'EVERYTHING' ? [] : form.targetIds,
  minimumCents: toCents(form.minimumCents) ?? 0,
  maxUses: toNumber(form.maxUses),
  startsAt: form.startsAt === '' ? null : form.startsAt,
  endsAt: form.endsAt === '' ? null : form.endsAt,
})
