import type { Mutation } from './mutations.data.ts'

const promotionUses = 'src/shop/promotions/service.ts'
const mergeCart = 'src/shop/guests/mergeCart.service.ts'

/** Deliberate bugs of promotions that apply by themselves, of gift cards that are bought, and of guests. */
export const offerMutations: Mutation[] = [
  {
    name: 'expired-use-kept',
    file: promotionUses,
    from: 'select count(*) from expired where promotion_id = locked.id and not is_beyond_limit',
    to: 'select count(*) from expired where promotion_id = locked.id and is_beyond_limit',
    breaks: 'a use of a promotion that expired is not given back when the next order takes one',
    foundBy: /^promotion \S+: counted |^books: promotions\.uses/,
  },
  {
    name: 'minutes-given-again',
    file: 'src/money/minutes/gift.service.ts',
    from: "  if (!(await appendOnce(tx, minuteLedger, { userId, kind: 'GIFT', minutes, orderId: id }))) return",
    to: "  await addMinuteEntry(tx, { userId, kind: 'GIFT', minutes, orderId: id })",
    breaks: 'the minutes of an order are credited again when it is delivered',
    foundBy: /minute_entries_given_once|^order \S+ brought \d+ gifts of minutes/,
  },
  {
    name: 'card-mailed-twice',
    file: 'src/money/credit/giftCards/send.service.ts',
    from: "    .limit(BATCH_SIZE)\n    .for('no key update', { skipLocked: true })",
    to: '    .limit(BATCH_SIZE)',
    breaks: 'two nodes mail the gift cards of the day',
    foundBy: /^card \S+ was delivered .* in \d+ mails/,
  },
  {
    name: 'merge-doubles-line',
    file: mergeCart,
    from: 'old.quantity + excluded.quantity, (select most',
    to: 'old.quantity + 2 * excluded.quantity, (select most',
    breaks: 'what the guest and the account both have in the cart is counted twice at the login',
    foundBy: /^carts have \d+ more of product/,
  },
  {
    name: 'claim-waits',
    file: mergeCart,
    from: 'order by id for no key update nowait`',
    to: 'order by id for no key update`',
    breaks: 'a login and a payment of what was ordered as a guest wait for each other',
    foundBy: /^deadlock: /,
  },
  {
    name: 'claim-unverified',
    file: 'src/shop/guests/claim.service.ts',
    from: '        isNotNull(users.emailVerifiedAt),\n',
    to: '',
    breaks: 'an account gets the orders of an address that it never verified',
    foundBy: /^order \S+ went from /,
  },
]
