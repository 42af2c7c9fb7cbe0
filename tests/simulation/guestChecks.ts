/** SQL of conditions that must hold after each commit of orders whose owner may change, and of promotions for one use by each customer. */
export const guestChecks = `
      select 'order ' || o.id || ' is of ' || o.user_id || ', and its ' || part.what || ' of ' || part.user_id
      from orders o join (
        select 'payment' as what, subject_id as order_id, user_id from payments
        union all select 'invoice', subject_id, user_id from invoices
        union all select 'use of a promotion', order_id, user_id from promotion_uses
        union all select 'delivery', order_id, user_id from digital_deliveries
      ) part on part.order_id = o.id
      where part.user_id <> o.user_id
      union all
      select 'guest ' || id || ' has minutes' from users where role = 'GUEST' and minutes_balance <> 0
      union all
      select 'guest ' || u.id || ' has store credit of ' || a.balance_cents
      from credit_accounts a join users u on u.id = a.user_id where u.role = 'GUEST' and a.balance_cents <> 0
      union all
      select 'promotion ' || u.promotion_id || ' is used ' || count(*) || ' times by ' || coalesce(buyer.guest_email, buyer.email)
      from promotion_uses u join users buyer on buyer.id = u.user_id
      where u.is_once and u.state <> 'RELEASED' and not u.is_beyond_limit
      -- What guests hold is no use of the account with their address, until it is paid.
      group by u.promotion_id, coalesce(buyer.guest_email, buyer.email), u.state, u.state = 'HELD' and buyer.role = 'GUEST'
      having count(*) > 1`

/** SQL of the owner of each order, by its id. */
export const ownersOfOrders = `
    (select coalesce(jsonb_object_agg(o.id, jsonb_build_object(
      'userId', u.id, 'email', coalesce(u.guest_email, u.email), 'isGuest', u.role = 'GUEST', 'isVerified', u.email_verified_at is not null
    )), '{}') from orders o join users u on u.id = o.user_id)`

export interface OrderOwner {
  userId: string
  email: string
  isGuest: boolean
  isVerified: boolean
}

/** An order goes from a guest to the account of the same verified address, and stays there. @returns the error, null when there is none */
export function compareOwners(
  before: Readonly<Record<string, OrderOwner>>,
  now: Readonly<Record<string, OrderOwner>>,
): string | null {
  for (const [orderId, owner] of Object.entries(now)) {
    const earlier = before[orderId]
    if (!earlier || earlier.userId === owner.userId) continue
    const isClaimed = earlier.isGuest && !owner.isGuest && owner.isVerified && earlier.email === owner.email
    if (!isClaimed) return `order ${orderId} went from ${earlier.email} to ${owner.email}`
  }
  return null
}
