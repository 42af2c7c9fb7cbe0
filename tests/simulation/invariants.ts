import type pg from 'pg'
import { canControlToy } from '../../src/live/sessions/rules.ts'
import { CLAIM_WINDOW_MS } from '../../src/live/sessions/queue/rules.ts'
import { warmUpCap } from '../../src/live/menu/rules.ts'
import type { SessionMeter } from '../../src/live/sessions/meter.rules.ts'
import type { PaymentStatus } from '../../src/money/payments/contract.ts'
import { paymentStatusTransitions } from '../../src/money/payments/rules.ts'
import type { Knowledge } from './actors/actor.ts'
import type { Carts } from './cartLedger.ts'
import { compareOwners, guestChecks, type OrderOwner, ownersOfOrders } from './guestChecks.ts'
import { offerChecks } from './offerChecks.ts'

/**
 * The checks of the last commit, in one statement: its errors, and the values that the next checks need of it. `$1` is how long a node may
 * take between reading the time and its transaction, in milliseconds.
 */
const checks = `
  select
    array(
      select 'product ' || p.id || ': reserved ' || p.reserved_stock || ', held ' || h.held || ', stock ' || p.stock
        || ', ledger ' || l.pieces || ', shown ' || v.available
      from products p
        cross join lateral (select coalesce(sum(quantity), 0) as held from cart_reservations r where r.product_id = p.id) h
        cross join lateral (select coalesce(sum(pieces), 0) as pieces from stock_entries e where e.product_id = p.id) l
        left join stock_levels v on v.product_id = p.id
      where p.reserved_stock <> h.held or p.stock <> l.pieces or p.stock < p.reserved_stock
        or (p.options is null and v.available is distinct from p.stock - p.reserved_stock)
      union all
      select 'product ' || p.id || ' costs ' || p.price || ', its cheapest variant ' || v.lowest
      from products p cross join lateral (
        select min(price) as lowest, max(price) as dearest from products v where v.parent_id = p.id and v.is_active
      ) v
      where p.options is not null and (p.price <> v.lowest or p.max_price is distinct from nullif(v.dearest, v.lowest))
      union all
      select 'user ' || u.id || ': balance ' || u.minutes_balance || ', ledger ' || l.minutes
      from users u cross join lateral (select coalesce(sum(minutes), 0) as minutes from minute_entries e where e.user_id = u.id) l
      where u.minutes_balance <> l.minutes or u.minutes_balance < 0
      union all
      select 'credit ' || a.id || ': balance ' || a.balance_cents || ', ledger ' || l.cents
      from credit_accounts a cross join lateral (select coalesce(sum(cents), 0) as cents from credit_entries e where e.account_id = a.id) l
      where a.balance_cents <> l.cents
      union all
      select 'payment ' || p.id || ' by credit is ' || p.status || ' of ' || p.amount_cents || ', taken ' || l.cents
      from payments p cross join lateral (select coalesce(-sum(cents), 0) as cents from credit_entries e where e.payment_id = p.id) l
      where p.provider in ('gift_card', 'store_credit')
        and l.cents <> case when p.status in ('AUTHORIZED', 'PAID') then p.amount_cents else 0 end
      union all
      select 'card ' || a.id || ' got ' || e.cents || ' back after it expired'
      from credit_entries e join credit_accounts a on a.id = e.account_id
      where e.kind in ('RELEASE', 'REFUND') and a.expires_at < e.created_at - $1 * interval '1 millisecond'
      union all
      select 'purchase ' || s.id || ' has credit of ' || s.credit_cents || ', its payments ' || l.cents
      from (
        select id, credit_cents, case when paid_at is not null then 'PAID' when status = 'PENDING' then 'AUTHORIZED' end as state from orders
        union all select id, credit_cents, case status when 'PAID' then 'PAID' when 'PENDING' then 'AUTHORIZED' end from minute_purchases
      ) s cross join lateral (
        select coalesce(sum(amount_cents), 0) as cents, bool_and(p.status = s.state) as fits from payments p
        where p.subject_id = s.id and p.provider in ('gift_card', 'store_credit') and p.status in ('AUTHORIZED', 'PAID')
      ) l
      where s.credit_cents <> l.cents or not coalesce(l.fits, true)
      union all
      select 'toy ' || toy_device_id || ' has ' || count(*) || ' sessions'
      from toy_control_sessions where status <> 'STOPPED' group by toy_device_id having count(*) > 1
      union all
      select 'session ' || s.id || ': used ' || s.minutes_used || ', spent ' || l.minutes
      from toy_control_sessions s
        cross join lateral (select coalesce(-sum(minutes), 0) as minutes from minute_entries e where e.control_session_id = s.id) l
      where s.minutes_used <> l.minutes
      union all
      select 'session ' || s.id || ' has ended without its history' from toy_control_sessions s
      where s.status = 'STOPPED' and s.metered_at is not null and not exists (select from sessions h where h.id = s.id)
      union all
      select 'invoices ' || s.kind || ': last ' || s.last_serial || ', there are ' || l.count
      from invoice_series s
        cross join lateral (select count(*) as count from invoices i where i.kind = s.kind) l
      where s.last_serial <> l.count
      union all
      select 'order ' || o.id || ' is ' || o.status || ' and holds stock' from orders o
      where o.status <> 'PENDING' and exists (select from cart_reservations r where r.session_id = o.id)
      union all
      select 'promotion ' || p.code || ': counted ' || p.use_count || ', used ' || l.uses || ', allowed ' || p.max_uses
      from promotions p
        cross join lateral (
          select count(*) as uses from promotion_uses u
          where u.promotion_id = p.id and u.state <> 'RELEASED' and not u.is_beyond_limit
        ) l
      where p.use_count <> l.uses or l.uses > p.max_uses
      union all
      select 'order ' || u.order_id || ' is ' || coalesce(o.status, 'gone') || ' and its use of a promotion ' || u.state
      from promotion_uses u left join orders o on o.id = u.order_id
      where u.state <> all (case
        when o.status = 'CANCELLED' then array['RELEASED']
        when o.paid_at is null then array['HELD', 'RELEASED'] else array['REDEEMED'] end)
      union all
      select 'order ' || o.id || ' has the price ' || i.price_per_item || ', and its sale is ' || s.state
      from product_sales s join order_items i on i.product_id = s.product_id join orders o on o.id = i.order_id
      where case when i.price_per_item = s.sale_cents then o.created_at >= s.ends_at
        else o.created_at >= s.starts_at and s.state in ('PLANNED', 'RUNNING') end
      union all
      select 'toy ' || toy_id || ' is offered to ' || count(*) from toy_queue
      where claim_until is not null group by toy_id having count(*) > 1
      union all
      select 'toy ' || t.id || ' is on the air, and its creator is not admitted' from toys t join creators c on c.user_id = t.owner_id
      where t.on_air and (c.suspended_at is not null or c.left_at is not null or c.agreement_until is not null)
      union all ${offerChecks}
      union all ${guestChecks}
    ) as wrong,
    (select coalesce(jsonb_object_agg(id, props ->> 'cardId'), '{}') from mails where template = 'gift-card') as "giftCardMails",
    ${ownersOfOrders} as owners,
    (select coalesce(jsonb_object_agg(user_id || ' ' || product_id, quantity), '{}') from cart_items) as carts,
    (select coalesce(jsonb_object_agg(id, status), '{}') from payments) as payments,
    (select jsonb_build_object(
      'from', m.warm_up_from, 'minutes', m.warm_up_minutes,
      'closed', array(select id from toys where menu_functions = '{}')
    ) from (select 1) one left join creator_menus m on true) as menu,
    (select coalesce(jsonb_object_agg(user_id || ' ' || toy_id, claim_until), '{}')
      from toy_queue where claim_until is not null) as claims,
    (select coalesce(jsonb_agg(to_jsonb(s) || jsonb_build_object('balance', u.minutes_balance)), '[]')
      from toy_control_sessions s join users u on u.id = s.user_id where s.status <> 'STOPPED') as sessions`

interface Seen {
  wrong: string[]
  /** The card that a mail brings, by the id of the mail. */
  giftCardMails: Record<string, string>
  owners: Record<string, OrderOwner>
  carts: Carts
  payments: Record<string, PaymentStatus>
  /** By user and toy: until when a toy is offered. */
  claims: Record<string, string>
  menu: SeenMenu
  sessions: SeenSession[]
}

/** The creator's warm-up, and the toys without any function on her menu. */
interface SeenMenu {
  from: number | null
  minutes: number | null
  closed: string[]
}

/** A row of `toy_control_sessions` as JSON, and the balance of its user. */
interface SeenSession {
  user_id: string
  toy_device_id: string
  status: SessionMeter['status']
  countdown_ends_at: string
  heartbeat_at: string
  metered_ms: number
  metered_at: string | null
  paused_at: string | null
  minutes_used: number
  unreachable_at: string | null
  refused_minute: number | null
  paying_for: string | null
  paying_at: string | null
  waiting_at: string | null
  signalled_at: string | null
  longest_minutes: number | null
  must_accept: boolean
  accepted_at: string | null
  controlled_by: string | null
  controlled_until: string | null
  balance: number
}

/** A toy is still at most so long after nobody controls it any more, in virtual milliseconds. */
export const SILENCE_MS = 3000
/** An offer of before may stand for so long: as long as it lasts when no node looks at the queue. */
const OFFER_MS = 2 * CLAIM_WINDOW_MS
/** For how long a menu may be obeyed after a newer one, in milliseconds: its session is read again, and the output sent. */
const MENU_MS = SILENCE_MS

/** The live session of a toy, as far as silence depends on it. */
interface Control {
  toyId: string
  userId: string
  session: SessionMeter
  balance: number
  /** The node that has the lease, and until when. */
  node: string | null
  leasedUntil: number
}

/** The facts that the silence of toys depends on. */
interface Toys {
  ids: string[]
  /** Whether the motor turns. */
  isRunning: (toyId: string) => boolean
  /** Whether the nodes' clocks are right, so that the end of a meter is known. */
  isExact: boolean
  /** When both nodes were there again, for a toy that does not end by itself. */
  allUpSince: (toyId: string) => number
}

/** The invariants that hold after each commit, and at each time. */
export class Invariants {
  controls: Control[] = []
  /** By the id of the mail: the gift card that it brings. */
  giftCardMails = new Map<string, string>()
  readonly #observer: pg.Client
  readonly #report: (what: string) => void
  readonly #known: Pick<Knowledge, 'carts' | 'stoppedAt' | 'hiddenAt'>
  readonly #lateMs: number
  #payments: Record<string, PaymentStatus> = {}
  #owners: Record<string, OrderOwner> = {}
  #claims: Record<string, string> = {}
  /** The menus that may still be obeyed, each with the time when a newer one was committed. */
  #menus: { menu: SeenMenu; until: number }[] = []
  readonly #menuMs: number
  /** By toy: when somebody controlled it last. */
  readonly #controlledAt = new Map<string, number>()

  /** @param pauseMs for how long a node stands still at most, or is wrong about the time */
  constructor(
    observer: pg.Client,
    known: Pick<Knowledge, 'carts' | 'stoppedAt' | 'hiddenAt'>,
    { pauseMs, report }: { pauseMs: number; report: (what: string) => void },
  ) {
    this.#observer = observer
    this.#known = known
    this.#lateMs = pauseMs + 60_000
    this.#menuMs = pauseMs + MENU_MS
    this.#report = report
  }

  async afterCommit(now: number): Promise<void> {
    const { rows } = await this.#observer.query<Seen>({
      name: 'invariants',
      text: checks,
      values: [this.#lateMs],
    })
    const [seen] = rows
    if (!seen) return
    this.giftCardMails = new Map(Object.entries(seen.giftCardMails))
    for (const wrong of seen.wrong) this.#report(wrong)
    for (const wrong of [this.#known.carts.compare(seen.carts), compareOwners(this.#owners, seen.owners)])
      if (wrong !== null) this.#report(wrong)
    this.#owners = seen.owners
    this.#comparePayments(seen.payments)
    this.#compareClaims(seen.claims)
    this.controls = seen.sessions.map(readControl)
    this.#takeMenu(seen.menu, now)
  }

  #takeMenu(menu: SeenMenu, now: number): void {
    const newest = this.#menus.at(-1)
    if (newest && JSON.stringify(newest.menu) === JSON.stringify(menu)) return
    if (newest) newest.until = now
    this.#menus.push({ menu, until: Infinity })
  }

  /** An output is on one of the menus that were in force until a moment ago, and not above its warm-up. */
  #compareMenus(now: number, { session, toyId }: Control, level: number): void {
    this.#menus = this.#menus.filter(({ until }) => now - until < this.#menuMs)
    const highest = this.#menus.map(({ menu: { from, minutes, closed } }) => {
      if (closed.includes(toyId)) return 0
      const warmUp = from !== null && minutes !== null ? { from, minutes } : null
      return warmUpCap(20, { warmUp }, session.meteredMs)
    })
    if (level > Math.max(...highest, this.#menus.length === 0 ? 20 : 0))
      this.#report(`${toyId} is run at ${level}, above the ${Math.max(...highest)} of the menu`)
  }

  #comparePayments(now: Record<string, PaymentStatus>): void {
    for (const [id, status] of Object.entries(now)) {
      const before = this.#payments[id] ?? 'OPEN'
      if (before === status || paymentStatusTransitions[before].includes(status)) continue
      this.#report(`payment ${id} went from ${before} to ${status}`)
    }
    for (const id of Object.keys(this.#payments)) if (!(id in now)) this.#report(`payment ${id} is gone`)
    this.#payments = now
  }

  /** An offer is never renewed: who lets it lapse loses the position. So another end means that it was made, and told, twice. */
  #compareClaims(now: Record<string, string>): void {
    for (const [place, until] of Object.entries(now)) {
      const before = this.#claims[place]
      if (before !== undefined && before !== until)
        this.#report(`${place} was offered twice, until ${before} and ${until}`)
    }
    this.#claims = now
  }

  /** A node sends a command to a toy. */
  onRun(now: number, toyId: string, level: number, node: string | undefined): void {
    const control = this.controls.find(each => each.toyId === toyId)
    if (control) this.#compareMenus(now, control, level)
    if (control?.node && control.node !== node && now < control.leasedUntil)
      this.#report(`${toyId} is run by a node while another one has its lease`)
  }

  atTime(now: number, toys: Toys): void {
    const { isRunning, isExact, allUpSince } = toys
    for (const toyId of toys.ids) {
      const control = this.controls.find(each => each.toyId === toyId)
      const isControlled =
        control?.session.status === 'ACTIVE' &&
        (!isExact || canControlToy(control.session, control.balance, new Date(now)))
      if (isControlled) this.#controlledAt.set(toyId, now)
      const since = now - Math.max(this.#controlledAt.get(toyId) ?? -Infinity, allUpSince(toyId))
      if (since > SILENCE_MS && isRunning(toyId))
        this.#report(`${toyId} runs, and nobody has controlled it for 3 s`)
    }
    for (const [userId, { at, toyId }] of this.#known.stoppedAt) {
      const isTheirs = this.controls.some(control => control.toyId === toyId && control.userId === userId)
      const since = now - Math.max(at, allUpSince(toyId))
      if (isTheirs && since > SILENCE_MS && isRunning(toyId)) this.#report(`${toyId} runs 3 s after its stop`)
    }
    this.#compareHidden(now)
  }

  /** Nobody from whom the creator is hidden has a session, and after a while no offer. */
  #compareHidden(now: number): void {
    const hiddenFor = (userId: string) =>
      Math.max(...['*', userId].map(whom => now - (this.#known.hiddenAt.get(whom) ?? Infinity)))
    for (const { userId, toyId } of this.controls)
      if (hiddenFor(userId) > SILENCE_MS) this.#report(`${userId} has a session on ${toyId}, and may not`)
    for (const place of Object.keys(this.#claims)) {
      const [userId = ''] = place.split(' ')
      if (hiddenFor(userId) > OFFER_MS) this.#report(`${place} is offered, and may not be`)
    }
  }
}

function readControl(row: SeenSession): Control {
  const date = (text: string | null) => (text === null ? null : new Date(text))
  const session: SessionMeter = {
    status: row.status,
    countdownEndsAt: new Date(row.countdown_ends_at),
    heartbeatAt: new Date(row.heartbeat_at),
    meteredMs: row.metered_ms,
    meteredAt: date(row.metered_at),
    pausedAt: date(row.paused_at),
    minutesUsed: row.minutes_used,
    unreachableAt: date(row.unreachable_at),
    refusedMinute: row.refused_minute,
    payingFor: row.paying_for,
    payingAt: date(row.paying_at),
    waitingAt: date(row.waiting_at),
    signal: null,
    signalledAt: date(row.signalled_at),
    longestMinutes: row.longest_minutes,
    mustAccept: row.must_accept,
    acceptedAt: date(row.accepted_at),
    stoppedBy: null,
    stopReason: null,
    stoppedAt: null,
  }
  return {
    toyId: row.toy_device_id,
    userId: row.user_id,
    session,
    balance: row.balance,
    node: row.controlled_by,
    leasedUntil: date(row.controlled_until)?.getTime() ?? -Infinity,
  }
}
