import type { Mutation } from './mutations.data.ts'

/** Deliberate bugs of the earnings of creators and their payouts. */
export const earningMutations: Mutation[] = [
  {
    name: 'payout-not-booked',
    file: 'src/money/payouts/service.ts',
    from: '      await sources.ledger.bookPayout(tx, { creatorId, payoutId: id, cents, now: at })\n',
    to: '',
    breaks: 'a payout is made and her balance stays',
    foundBy: /earnings\.payouts/,
  },
  {
    name: 'minute-not-earned',
    file: 'src/live/sessions/transition.service.ts',
    from: '    if (taken > 0)\n      await bookMinuteEarnings(',
    to: '    if (taken > 1)\n      await bookMinuteEarnings(',
    breaks: 'a metered minute is no earning',
    foundBy: /earnings\.minutes/,
  },
  {
    name: 'earned-twice',
    file: 'src/money/earnings/service.ts',
    from: '      gross, vat, fee, base, share.basis_points, minutes, ${sessionId}::uuid',
    to: '      2 * gross, vat, fee, base, share.basis_points, minutes, ${sessionId}::uuid',
    breaks: 'a minute is shared at twice its price',
    foundBy: /earnings\.minutes/,
  },
]
