import { eq, sql, type SQL } from 'drizzle-orm'
import type { z } from 'zod'
import { findQuarterFigures } from '../../../money/earnings/year.service.ts'
import { findTerms } from '../../../money/earnings/shares.service.ts'
import { findStatement } from '../../../money/earnings/statement.service.ts'
import { writeStatement } from '../../../money/earnings/statementFile.service.ts'
import { renderStatement } from '../../../money/earnings/statementPdf.service.ts'
import { earningAccounts, earningEntries } from '../../../money/earnings/table.ts'
import type { objectToEarnings } from '../../../money/objections/contract.ts'
import { canObject, lineObjectionEndsAt } from '../../../money/objections/rules.ts'
import { findLastObjections } from '../../../money/objections/service.ts'
import { findObjectable } from '../../../money/selfBilling/service.ts'
import type { Db } from '../../../platform/db/db.ts'
import { BRUSSELS, queryRow, queryRows, sqlDay, sqlTimestamp } from '../../../platform/db/sql.ts'
import type { Platform } from '../../../platform/platform.ts'
import { formatPdfDate } from '../../../platform/text/pdf.ts'
import { startOfBrusselsDay, toBrusselsDay } from '../../../wire/brusselsTime.ts'
import { Problem } from '../../../wire/problem.ts'
import { shiftDay } from '../../../wire/workingDays.ts'
import { giftPurchases } from '../../gifts/table.ts'
import { sessionConsents, toyControlSessions } from '../../sessions/table.ts'
import { toys } from '../../toys/table.ts'
import { type EarningLine, EARNINGS_PAGE_SIZE, type readEarnings } from './contract.ts'

/** Days that are listed one by one. */
const LISTED_DAYS = 6

type LineContext = Pick<Platform, 'db' | 'dataCipher' | 'now'>
type EarningsContext = LineContext & Pick<Platform, 'settings' | 'vatRates'>

/** The earnings of a creator now, and a page of their lines. */
export async function loadEarnings(
  context: EarningsContext,
  creatorId: string,
  page: number,
): Promise<z.input<typeof readEarnings.output>> {
  const { db, now } = context
  const sums = await findSums(db, creatorId, now())
  const at = sqlTimestamp(now())
  const upcoming = await queryRows<{ day: string; cents: number }>(
    db,
    sql`select ${sqlDay(sql`payable_at`)}::text as day, sum(cents)::int as cents from ${earningEntries}
      where creator_id = ${creatorId}::uuid and payable_at > ${at} group by 1 having sum(cents) <> 0 order by 1 limit ${LISTED_DAYS}`,
  )
  const lines = await findLines(context, creatorId, sql`true`, page)
  const { total } = await queryRow<{ total: number }>(
    db,
    sql`select count(distinct coalesce(session_id, gift_id))::int as total from ${earningEntries}
      where creator_id = ${creatorId}::uuid and type = 'EARNED'`,
  )
  const week = mondayOf(toBrusselsDay(now()))
  return {
    ...sums,
    week,
    upcoming,
    ...(await findTerms(context, creatorId)),
    quarters: (await findQuarterFigures(db, { creatorId, year: null })).toReversed(),
    lines,
    total,
  }
}

/** Cents of a creator: her balance, the payable part of it, and the sums of today and of this week. */
async function findSums(db: Db, creatorId: string, now: Date) {
  const at = sqlTimestamp(now)
  const since = (unit: string) =>
    sql`(date_trunc(${unit}, ${at} at time zone ${BRUSSELS}) at time zone ${BRUSSELS})`
  const earned = sql`type in ('EARNED', 'TAKEN_BACK', 'ADJUSTED')`
  const [account] = await db.select().from(earningAccounts).where(eq(earningAccounts.id, creatorId))
  const { balanceCents = 0 } = account ?? {}
  const { final, ...sums } = await queryRow<{ final: number; todayCents: number; weekCents: number }>(
    db,
    sql`
    select coalesce(sum(cents) filter (where payable_at <= ${at}), 0)::int as final,
      coalesce(sum(cents) filter (where ${earned} and created_at >= ${since('day')}), 0)::int as "todayCents",
      coalesce(sum(cents) filter (where ${earned} and created_at >= ${since('week')}), 0)::int as "weekCents"
    from ${earningEntries} where creator_id = ${creatorId}::uuid`,
  )
  return { balanceCents, payableCents: Math.max(0, Math.min(balanceCents, final)), ...sums }
}

/** The sessions and gifts of a creator, the newest first. */
async function findLines(
  context: LineContext,
  creatorId: string,
  where: SQL,
  page = 1,
): Promise<(z.input<typeof EarningLine> & { objectionEndsAt: Date })[]> {
  const { db, now } = context
  type Found = Omit<z.output<typeof EarningLine>, 'objection' | 'canObject'>
  const found = await queryRows<Found & { changedAt: string }>(
    db,
    sql`
    with lines as (
      select coalesce(session_id, gift_id) as id, session_id, gift_id, min(source) as source, min(created_at) as at, max(created_at) as changed_at,
        max(payable_at) as payable_at, sum(minutes)::int as minutes, sum(gross_cents)::int as gross, sum(base_cents)::int as base,
        max(basis_points) as share, sum(cents)::int as cents,
        coalesce(-sum(cents) filter (where type = 'TAKEN_BACK'), 0)::int as taken_back
      from ${earningEntries}
      where creator_id = ${creatorId}::uuid and type in ('EARNED', 'TAKEN_BACK') and ${where}
      group by session_id, gift_id order by at desc, id limit ${EARNINGS_PAGE_SIZE} offset ${(page - 1) * EARNINGS_PAGE_SIZE}
    )
    select l.id, l.source, coalesce(c.countdown_ends_at, l.at) as at, coalesce(t.name, g.gift_name, '') as name, l.minutes,
      l.gross as "grossCents", l.base as "baseCents", l.share as "basisPoints", l.cents, l.taken_back as "takenBackCents",
      l.payable_at as "payableAt", c.stopped_by as "endedBy", c.stopped_at as "endedAt", consent.cap,
      l.changed_at as "changedAt"
    from lines l left join ${toyControlSessions} c on c.id = l.session_id left join ${toys} t on t.id = c.toy_device_id
      left join ${sessionConsents} consent on consent.session_id = c.id
      left join ${giftPurchases} g on g.id = l.gift_id
    order by l.at desc, l.id`,
  )
  const ids = found.map(({ id }) => id)
  const objections = await findLastObjections(context, db, creatorId, ids)
  return found.map(({ changedAt, ...line }) => {
    const objection = objections.get(line.id) ?? null
    const objectionEndsAt = lineObjectionEndsAt(new Date(changedAt))
    return {
      ...line,
      objection,
      objectionEndsAt,
      canObject: canObject(objectionEndsAt, objection, now()),
      at: new Date(line.at),
      payableAt: new Date(line.payableAt),
      endedAt: line.endedAt === null ? null : new Date(line.endedAt),
    }
  })
}

/** A line of a creator's own earnings, or an invoice in her name, which she may object to until a time. @throws Problem NOT_FOUND for another's */
export const findOwnObjectable = (
  context: LineContext,
  creatorId: string,
  { subject, subjectId }: Pick<z.output<typeof objectToEarnings.input>, 'subject' | 'subjectId'>,
) =>
  subject === 'INVOICE'
    ? findObjectable(context.db, creatorId, subjectId)
    : findObjectableLine(context, creatorId, subjectId)

async function findObjectableLine(context: LineContext, creatorId: string, lineId: string) {
  const [line] = await findLines(context, creatorId, sql`coalesce(session_id, gift_id)::text = ${lineId}`)
  if (!line) throw new Problem('NOT_FOUND', { message: 'Deze regel bestaat niet.' })
  return { name: `${line.name}, ${formatPdfDate(line.at)}`, endsAt: line.objectionEndsAt }
}

/** @throws Problem NOT_FOUND for a session without earnings of this creator */
export async function loadReceipt(
  context: LineContext,
  creatorId: string,
  sessionId: string,
): Promise<z.input<typeof EarningLine>> {
  const [line] = await findLines(context, creatorId, sql`session_id::text = ${sessionId}`)
  if (!line) throw new Problem('NOT_FOUND', { message: 'Van deze sessie heb je geen bon.' })
  return line
}

/**
 * The statement of the week in Brussels, from Monday, that a day is in.
 * @param day such as `2026-11-27`
 */
export async function writeWeekStatement(db: Db, creatorId: string, day: string) {
  const { monday, statement } = await findWeek(db, creatorId, day)
  const content = Buffer.from(writeStatement(statement))
  return { filename: `verdiensten-${monday}.csv`, content, contentType: 'text/csv; charset=utf-8' }
}

/** The same as PDF. */
export async function renderWeekStatement(
  { db, settings, now }: Pick<Platform, 'db' | 'settings' | 'now'>,
  creatorId: string,
  day: string,
) {
  const { monday, statement } = await findWeek(db, creatorId, day)
  const [first, last] = [monday, shiftDay(monday, 6)].map(date => formatPdfDate(startOfBrusselsDay(date)))
  const about = { shopName: settings.current.shopName, period: `van ${first} tot en met ${last}`, at: now() }
  const content = await renderStatement(statement, about)
  return { filename: `verdiensten-${monday}.pdf`, content, contentType: 'application/pdf' }
}

async function findWeek(db: Db, creatorId: string, day: string) {
  const monday = mondayOf(day)
  const [from, to] = [monday, shiftDay(monday, 7)].map(startOfBrusselsDay) as [Date, Date]
  return { monday, statement: await findStatement(db, creatorId, from, to) }
}

const mondayOf = (day: string): string => shiftDay(day, -((new Date(day).getUTCDay() + 6) % 7))
