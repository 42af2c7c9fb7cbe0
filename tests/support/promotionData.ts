import type { Promotion } from '../../src/shop/promotions/conditions.rules.ts'

/** A promotion as the rules get it; 10 % off everything by a code unless said otherwise. */
export const buildPromotion = (changes: Partial<Promotion> = {}): Promotion => ({
  id: 'p-1',
  code: 'LENTE',
  kind: 'PERCENTAGE',
  percentage: 10,
  amountCents: null,
  buyQuantity: null,
  freeQuantity: null,
  minutes: null,
  target: 'EVERYTHING',
  targetIds: [],
  targetNames: [],
  minimumCents: 0,
  firstOrderOnly: false,
  oncePerCustomer: false,
  startsAt: null,
  endsAt: null,
  isCombinable: false,
  isActive: true,
  usesLeft: null,
  isUsed: false,
  isHeld: false,
  ...changes,
})
