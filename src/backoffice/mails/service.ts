import { and, asc, desc, eq, isNotNull, isNull, like, notLike, or, sql, type SQL } from 'drizzle-orm'
import type { z } from 'zod'
import { recordAuditEntry } from '../../people/audit/service.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import { escapeLike } from '../../platform/db/sql.ts'
import { ERASED_EMAIL_DOMAIN, mailJob } from '../../platform/mail/mail.ts'
import type { Platform } from '../../platform/platform.ts'
import { mails, mailOrderNumber } from '../../platform/db/table.ts'
import { Problem } from '../../wire/problem.ts'
import type { AdminMail, listMails } from './contract.ts'
import type { MailDelivery, MailState } from '../../wire/mail.ts'

type Row = typeof mails.$inferSelect
type MailListInput = z.output<typeof listMails.input>

/** The subject of a mail; null when the data that it needs is gone. */
export type MailSubjectLookup = (template: string, props: unknown) => string | null

/** The state of a mail, without its contents: those can hold links that sign in. */
const toMailDelivery = (mail: Row): z.input<typeof MailDelivery> => {
  const { props: _contents, ...delivery } = mail
  return { ...delivery, state: deliveryState(mail) }
}

function deliveryState({ sentAt, failedAt, lastError }: Row): MailState {
  if (sentAt) return 'SENT'
  if (failedAt) return 'FAILED'
  return lastError === null ? 'QUEUED' : 'RETRYING'
}

const isWaiting = and(isNull(mails.sentAt), isNull(mails.failedAt))
const stateConditions: Record<MailState, SQL | undefined> = {
  QUEUED: and(isWaiting, isNull(mails.lastError)),
  RETRYING: and(isWaiting, isNotNull(mails.lastError)),
  SENT: isNotNull(mails.sentAt),
  FAILED: and(isNull(mails.sentAt), isNotNull(mails.failedAt)),
}

/** The list is counted no further. */
const MOST_COUNTED = 10_000

/** One page of the mails that match, newest first, in two statements. */
export async function findMailPage(
  db: Db,
  subjectOf: MailSubjectLookup,
  { page, pageSize, ...filters }: MailListInput,
) {
  const condition = mailCondition(filters)
  const found = db.select({ id: mails.id }).from(mails).where(condition).limit(MOST_COUNTED)
  const [counted] = await db.select({ total: sql<number>`count(*)::int` }).from(found.as('found'))
  const rows = await db
    .select()
    .from(mails)
    .where(condition)
    .orderBy(desc(mails.createdAt), desc(mails.id))
    .limit(pageSize)
    .offset((page - 1) * pageSize)
  return { items: rows.map(row => toAdminMail(row, subjectOf)), total: counted?.total ?? 0, page, pageSize }
}

function mailCondition({ state, q }: Pick<MailListInput, 'state' | 'q'>): SQL | undefined {
  const inState = state ? stateConditions[state] : undefined
  if (!q) return inState
  const typed = q.toLowerCase()
  const part = `%${escapeLike(typed)}%`
  return and(
    inState,
    or(like(mails.recipient, part), eq(mailOrderNumber(mails), typed), eq(mails.template, typed)),
  )
}

const toAdminMail = (row: Row, subjectOf: MailSubjectLookup): z.input<typeof AdminMail> => ({
  ...toMailDelivery(row),
  subject: subjectOf(row.template, row.props),
})

/**
 * Queues a failed mail again, with as many retries as a new one.
 * @throws Problem NOT_FOUND; CONFLICT when it has not failed, or its recipient is erased
 */
export const requeueMail = (
  { db, jobs, now }: Platform,
  by: string,
  subjectOf: MailSubjectLookup,
  mailId: string,
): Promise<z.input<typeof AdminMail>> =>
  db.transaction(async tx => {
    const isGivenUp = and(stateConditions.FAILED, notLike(mails.recipient, `%@${ERASED_EMAIL_DOMAIN}`))
    const [mail] = await tx
      .update(mails)
      .set({ failedAt: null, lastError: null, triedFrom: now() })
      .where(and(eq(mails.id, mailId), isGivenUp))
      .returning()
    if (!mail) throw await resendRefusal(tx, mailId)
    await jobs.send(tx, mailJob, { mailId })
    const details = { template: mail.template }
    await recordAuditEntry(tx, { by, action: 'MAIL_SENT_AGAIN', subjectId: mailId, details })
    return toAdminMail(mail, subjectOf)
  })

async function resendRefusal(tx: Tx, mailId: string): Promise<Problem> {
  const isThere = (await tx.$count(mails, eq(mails.id, mailId))) > 0
  return isThere
    ? new Problem('CONFLICT', { message: 'Deze mail is niet opgegeven, of de ontvanger is er niet meer.' })
    : new Problem('NOT_FOUND', { message: 'Deze mail bestaat niet.' })
}

/** The mails of an order, the oldest first. @param number of the order */
export async function findMailsOfOrder(db: Db, number: string): Promise<z.input<typeof MailDelivery>[]> {
  const found = await db
    .select()
    .from(mails)
    .where(eq(mailOrderNumber(mails), number))
    .orderBy(asc(mails.createdAt), asc(mails.id))
  return found.map(toMailDelivery)
}
