import { sql } from 'drizzle-orm'
import { creatorApplications } from '../../live/applications/table.ts'
import { sessionConsents, toyControlSessions } from '../../live/sessions/table.ts'
import { contentAppeals, contentCases, contentDecisions } from '../../people/contentReports/table.ts'
import type { Db } from '../../platform/db/db.ts'
import { queryRows, sqlTimestamp } from '../../platform/db/sql.ts'
import { addMonths, startOfBrusselsDay } from '../../wire/brusselsTime.ts'
import { Problem } from '../../wire/problem.ts'
import { findMovements, type PeriodBounds } from '../reports/payments.service.ts'
import { countDecisions, sumByProvider } from './compliance.rules.ts'
import type { ComplianceReport } from './contract.ts'
import { findTransparencyRows } from './transparencyReport.service.ts'

/** The numbers of a month, as they are now. @throws Problem INVALID_INPUT for a month that has not begun */
export async function readComplianceReport(db: Db, month: string, now: Date): Promise<ComplianceReport> {
  const firstMoment = startOfBrusselsDay(`${month}-01`)
  const end = startOfBrusselsDay(`${addMonths(month, 1)}-01`)
  if (now < firstMoment)
    throw new Problem('INVALID_INPUT', { fields: { month: 'Deze maand is nog niet begonnen.' } })
  const bounds = { startsAt: sqlTimestamp(firstMoment), endsAt: sqlTimestamp(end) }
  return {
    reports: await findTransparencyRows(db, month),
    ...countDecisions(await findMatters(db, bounds), now < end ? now : end),
    ...(await countLive(db, bounds)),
    providers: sumByProvider(await findMovements(db, bounds)),
  }
}

/** The cases and appeals that came before the end of a period and were not decided before its begin. Times are in milliseconds. */
const findMatters = (db: Db, { startsAt, endsAt }: PeriodBounds) =>
  queryRows<{ receivedAt: number; decidedAt: number | null }>(
    db,
    sql`
    select extract(epoch from matter.received_at)::float8 * 1000 as "receivedAt",
      case when d.decided_at < ${endsAt} then extract(epoch from d.decided_at)::float8 * 1000 end as "decidedAt"
    from (
      select id as case_id, created_at as received_at, false as is_appeal from ${contentCases}
      union all select case_id, min(created_at), true from ${contentAppeals} group by case_id
    ) matter
      left join ${contentDecisions} d on d.case_id = matter.case_id and d.is_on_appeal = matter.is_appeal
    where matter.received_at < ${endsAt} and (d.decided_at is null or d.decided_at >= ${startsAt})`,
  )

/** The decided applications of creators, and the sessions that began, in a period. */
async function countLive(
  db: Db,
  { startsAt, endsAt }: PeriodBounds,
): Promise<Pick<ComplianceReport, 'applications' | 'sessions'>> {
  const [applications] = await queryRows<ComplianceReport['applications']>(
    db,
    sql`
    select count(*) filter (where state = 'ACCEPTED')::int as accepted, count(*) filter (where state = 'REFUSED')::int as refused
    from ${creatorApplications} where decided_at >= ${startsAt} and decided_at < ${endsAt}`,
  )
  const [sessions] = await queryRows<ComplianceReport['sessions']>(
    db,
    sql`
    select count(*)::int as begun, count(c.session_id)::int as "withConsent",
      count(*) filter (where s.stopped_by in ('ADMIN', 'ADMIN_FORCE'))::int as "endedByAdmin"
    from ${toyControlSessions} s left join ${sessionConsents} c on c.session_id = s.id
    where s.created_at >= ${startsAt} and s.created_at < ${endsAt}`,
  )
  return {
    applications: applications ?? { accepted: 0, refused: 0 },
    sessions: sessions ?? { begun: 0, withConsent: 0, endedByAdmin: 0 },
  }
}
