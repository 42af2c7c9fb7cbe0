import type { PgTable } from 'drizzle-orm/pg-core'
import type { z } from 'zod'
import { type AuditAction, type AuditDetails, auditActions } from '../../people/audit/contract.ts'
import { auditEntries } from '../../people/audit/table.ts'
import type { NotificationKind } from '../../people/notifications/contract.ts'
import { notificationMessages, type NotificationParams } from '../../people/notifications/messages.rules.ts'
import { notifications } from '../../people/notifications/table.ts'
import { mails } from '../../platform/db/table.ts'
import type { MailTemplate } from '../../wire/mail.ts'
import type { Settings } from '../../wire/settings.ts'
import { addMs, daysAgo, HOUR } from './calendar.ts'
import { createIds, createSeededRandom } from './random.ts'
import { DemoRows } from './rows.ts'

/** The inputs of the history besides its seed. */
export interface HistoryFacts {
  now: Date
  settings: Settings
  /** The shop's address, for links in mails. */
  origin: string
  /** Of the one password of all demo accounts. */
  passwordHash: string
}

/** A table whose rows have an id and a time. */
type DatedTable = PgTable & { $inferInsert: { id?: string | undefined; createdAt?: Date | undefined } }
type Dated<Row> = Row & { id: string; createdAt: Date }

/** The past of the demo shop while it is made. */
export type History = ReturnType<typeof createHistory>

/** Days ago that the shop was opened. */
const OPENED_DAYS_AGO = 150
/** Milliseconds between a mail's row and its delivery. */
const SENDING_MS = 1500
/** Notifications of longer ago than this were read. */
const UNREAD_MS = 40 * HOUR

export function createHistory(facts: HistoryFacts) {
  const { now, settings } = facts
  const newId = createIds(createSeededRandom(20_261_123))
  const openedAt = daysAgo(now, OPENED_DAYS_AGO, 9 * 60)
  const adminId = newId(openedAt)
  const rows = new DemoRows()
  const add = <Table extends DatedTable, Row extends Omit<Table['$inferInsert'], 'id' | 'createdAt'>>(
    table: Table,
    createdAt: Date,
    row: Row,
  ): Dated<Row> => rows.add(table, { id: newId(createdAt), createdAt, ...row })

  return {
    ...facts,
    dice: createSeededRandom(20_261_122),
    newId,
    rows,
    /** When the shop and the accounts of its admin and its creator were made. */
    openedAt,
    adminId,
    creatorId: newId(openedAt),
    /** Adds a row with an id of its own. @returns the row, which may still be changed */
    add,

    recordMail<Props extends z.ZodType>(
      template: MailTemplate<Props>,
      recipient: string,
      props: Omit<z.input<Props>, 'shopName'>,
      at: Date,
    ): void {
      const sent = { attempts: 1, sentAt: addMs(at, SENDING_MS), triedFrom: at }
      const all = { ...props, shopName: settings.shopName }
      add(mails, at, { recipient, template: template.name, props: all, ...sent })
    },

    recordNotification<K extends NotificationKind>(
      userId: string,
      { kind, params, about, path }: { kind: K; params: NotificationParams<K>; about: string; path: string },
      at: Date,
    ): void {
      const render = notificationMessages[kind] as (params: NotificationParams<K>) => {
        title: string
        text: string
      }
      const readAt = now.getTime() - at.getTime() > UNREAD_MS ? addMs(at, 5 * HOUR) : null
      // Long since passed on, so that nothing is sent when the demo starts.
      const told = { dispatchedAt: at, mailedAt: at, readAt }
      add(notifications, at, { userId, kind, about, ...render(params), path, ...told })
    },

    /** @param actorId the admin, when left out */
    recordAudit(action: AuditAction, subjectId: string, details: AuditDetails, at: Date, actorId = adminId) {
      const subjectKind = auditActions[action]
      rows.add(auditEntries, { id: newId(at), at, actorId, action, subjectKind, subjectId, details })
    },
  }
}

/** The row of that name. @throws Error when there is none */
export function named<Thing>(things: Map<string, Thing>, name: string): Thing {
  const thing = things.get(name)
  if (thing === undefined) throw new Error(`the demo has no ${name}`)
  return thing
}
