import { randomUUIDv7 } from 'node:crypto'
import { and, eq, sql } from 'drizzle-orm'
import type { FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { upsertGuestSql } from '../../people/accounts/guest.service.ts'
import { currentTermsVersion } from '../../people/accounts/terms.service.ts'
import { termsAcceptances, users } from '../../people/accounts/table.ts'
import { normalizePostalCode } from '../../people/addresses/rules.ts'
import { addresses } from '../../people/addresses/table.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import { ipRateLimitKey } from '../../platform/http/ipAddress.ts'
import { createSharedRateLimit } from '../../platform/http/rateLimit.ts'
import type { Platform } from '../../platform/platform.ts'
import { queryRows, sqlTimestamp } from '../../platform/db/sql.ts'
import { Problem } from '../../wire/problem.ts'
import { cartItems } from '../cart/table.ts'
import { orders } from '../orders/table.ts'
import type { GuestDetails } from './contract.ts'

/** How long the data of a guest is kept after an order, in years: as long as the law lets one complain about a purchase. */
const KEPT_YEARS = 2

type Guest = z.output<typeof GuestDetails>

const HOUR_MS = 3_600_000

/** Limits the orders of guests, because each mails an address that anyone can type. */
export function createGuestOrderLimiter(platform: Platform) {
  const limit = (name: string, max: number) =>
    createSharedRateLimit(platform, name, Math.ceil(max * platform.config.rateLimitFactor), HOUR_MS)
  const perSender = limit('guest-orders', 30)
  const perMailbox = limit('guest-orders-mail', 10)
  return {
    /** @throws Problem RATE_LIMITED */
    async count(request: FastifyRequest, email: string): Promise<void> {
      await perSender.consume(ipRateLimitKey(request.ip))
      await perMailbox.consume(email)
    },
  }
}

/** @throws Problem INVALID_INPUT with the fields that a guest has to fill in */
export function requireGuestDetails(guest: Guest | undefined): Guest {
  if (guest) return guest
  throw new Problem('INVALID_INPUT', {
    fields: { 'guest.email': 'Vul je e-mailadres in.' },
    message: 'Vul je e-mailadres in, of log in.',
  })
}

/** Which guest has an order; undefined when an account has it by now, as which nobody may be known by a cookie of guests. */
export async function findBuyerId(db: Db, orderId: string): Promise<string | undefined> {
  const [order] = await db
    .select({ userId: orders.userId })
    .from(orders)
    .innerJoin(users, eq(users.id, orders.userId))
    .where(and(eq(orders.id, orderId), eq(users.role, 'GUEST')))
  return order?.userId
}

/**
 * Writes the address and e-mail address of a guest who orders, and that the terms were accepted, in one statement. Who ordered before with
 * another e-mail address becomes another guest, so that the older order keeps its own; the cart goes along.
 * @returns the guest who orders, and the address to send it to
 */
export async function writeGuest(
  tx: Tx,
  { content }: Pick<Platform, 'content'>,
  guestId: string,
  guest: Guest,
  now: Date,
): Promise<{ userId: string; addressId: string | null }> {
  const version = currentTermsVersion(content)
  if (await upsertGuest(tx, guestId, guest, version, now))
    return { userId: guestId, addressId: guest.address ? guestId : null }
  const userId = randomUUIDv7()
  await upsertGuest(tx, userId, guest, version, now)
  await tx.update(cartItems).set({ userId }).where(eq(cartItems.userId, guestId))
  return { userId, addressId: guest.address ? userId : null }
}

/** @returns whether it is the guest's: one who ordered keeps the e-mail address of that order */
async function upsertGuest(
  tx: Tx,
  id: string,
  { email, address }: Guest,
  version: string,
  now: Date,
): Promise<boolean> {
  const home = address && {
    ...address,
    postalCode: normalizePostalCode(address.country, address.postalCode),
  }
  const until = new Date(now)
  until.setUTCFullYear(until.getUTCFullYear() + KEPT_YEARS)
  const rows = await queryRows(
    tx,
    sql`
    with guest as (
      ${upsertGuestSql({ id, email, version, now, until })}
      and (${users.guestEmail} is null or ${users.guestEmail} = excluded.guest_email
        or not exists (select from orders where user_id = ${users.id}))
      returning id
    ), home as (
      insert into ${addresses} (
        id, user_id, first_name, last_name, company, street, house_number, city, postal_code, country, created_at
      )
      select guest.id, guest.id, home."firstName", home."lastName", home.company, home.street, home."houseNumber", home.city,
        home."postalCode", home.country, ${sqlTimestamp(now)}
      from guest, jsonb_to_recordset(${JSON.stringify(home ? [home] : [])}::jsonb) as home(
        "firstName" text, "lastName" text, company text, street text, "houseNumber" text, city text, "postalCode" text, country text
      )
      on conflict (id) do update set first_name = excluded.first_name, last_name = excluded.last_name, company = excluded.company,
        street = excluded.street, house_number = excluded.house_number, city = excluded.city, postal_code = excluded.postal_code,
        country = excluded.country
      where ${addresses.userId} = excluded.user_id
    ), accepted as (
      insert into ${termsAcceptances} (user_id, version, accepted_at)
      select id, ${version}, ${sqlTimestamp(now)} from guest on conflict do nothing
    )
    select id from guest`,
  )
  return rows.length > 0
}
