import { formatCents } from '../../wire/money.ts'
import { groupSize, type Promotion } from './conditions.rules.ts'
import type { CodeRefusalReason, RefusedCode } from './contract.ts'

/** `10 % op Zijde en lingerie` */
export function explainPromotion(promotion: Omit<Promotion, 'usesLeft' | 'isUsed' | 'isHeld'>): string {
  const on = describeTarget(promotion)
  switch (promotion.kind) {
    case 'PERCENTAGE':
      return `${promotion.percentage}\u00A0% op ${on}`
    case 'AMOUNT':
      return `${formatCents(promotion.amountCents ?? 0)} korting op ${on}`
    case 'BUY_X_GET_Y':
      return `${promotion.buyQuantity} + ${promotion.freeQuantity} gratis op ${on}`
    case 'BUNDLE':
      return `${promotion.percentage}\u00a0% op ${on} samen`
    case 'FREE_TRACKING':
      return 'Gratis verzending'
    case 'MINUTES':
      return `${promotion.minutes} minuten cadeau${promotion.target === 'EVERYTHING' ? '' : ` bij ${on}`}`
  }
}

const MAX_NAMES = 3

function describeTarget({
  target,
  targetIds,
  targetNames,
}: Pick<Promotion, 'target' | 'targetIds' | 'targetNames'>): string {
  if (target === 'EVERYTHING') return 'alles'
  if (targetNames.length > 0 && targetNames.length <= MAX_NAMES) return listFormat.format(targetNames)
  const one = target === 'PRODUCTS' ? 'product' : 'categorie'
  const many = target === 'PRODUCTS' ? 'producten' : 'categorieën'
  return `${targetIds.length} ${targetIds.length === 1 ? one : many}`
}

const listFormat = new Intl.ListFormat('nl', { type: 'conjunction' })

/** Why a code gives nothing, in a sentence. @param promotion undefined for a code that is unknown */
export function describeRefusal(reason: CodeRefusalReason, code: string, promotion?: Promotion): string {
  switch (reason) {
    case 'INVALID':
      return `De code ${code} is niet geldig.`
    case 'MINIMUM':
      return `De code ${code} geldt vanaf ${formatCents(promotion?.minimumCents ?? 0)} aan producten.`
    case 'NOT_IN_BASKET':
      return `De code ${code} geldt voor ${promotion ? describeTarget(promotion) : 'andere producten'}. Dat zit niet in je winkelwagen.`
    case 'TOO_FEW':
      if (promotion?.kind === 'BUNDLE')
        return `De code ${code} geldt als je ${describeTarget(promotion)} samen koopt.`
      return `De code ${code} geldt vanaf ${promotion ? groupSize(promotion) : 2} stuks${promotion && promotion.target !== 'EVERYTHING' ? ` van ${describeTarget(promotion)}` : ''}.`
    case 'FIRST_ORDER':
      return `De code ${code} geldt alleen voor je eerste bestelling.`
    case 'ALREADY_USED':
      return `De code ${code} heb je al gebruikt.`
    case 'IN_UNPAID_ORDER':
      return `De code ${code} zit nog in een bestelling die je niet betaald hebt. Betaal die, of wacht tot ze vervalt.`
    case 'NO_TRACKING':
      return `De code ${code} maakt de verzending gratis, en die kost bij deze bestelling niets.`
    case 'NOT_COMBINABLE':
      return `De code ${code} gaat niet samen met een korting die meer oplevert.`
    case 'NOTHING_LEFT':
      return `De code ${code} levert bij deze winkelwagen niets op.`
  }
}

/** The codes that give nothing: those of no promotion that is on, and those that the price refuses. */
export function listRefusedCodes(
  codes: readonly string[],
  refused: readonly { promotion: Promotion & { code: string }; reason: CodeRefusalReason }[],
  promotions: readonly Promotion[],
): RefusedCode[] {
  const known = new Set(promotions.map(({ code }) => code))
  const unknown = codes.filter(code => !known.has(code))
  return [
    ...unknown.map(code => ({
      code,
      reason: 'INVALID' as const,
      message: describeRefusal('INVALID', code),
    })),
    ...refused.map(({ promotion, reason }) => ({
      code: promotion.code,
      reason,
      message: describeRefusal(reason, promotion.code, promotion),
    })),
  ]
}
