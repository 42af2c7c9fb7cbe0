import type { z } from 'zod'
import { type AuditAction, type AuditDetails, auditActions } from '../../../people/audit/contract.ts'
import type { NotificationKind } from '../../../people/notifications/contract.ts'
import {
  notificationMessages,
  type NotificationParams,
} from '../../../people/notifications/messages.rules.ts'
import type { MailTemplate } from '../../../wire/mail.ts'
import { addMs, HOUR } from './calendar.ts'
import type { History } from './history.ts'

/** What every change leaves behind: a mail that was sent, a notification, a line in the audit log. */

/** Milliseconds between a mail's row and its delivery. */
const SENDING_MS = 1500

export function recordMail<Props extends z.ZodType>(
  { rows, newId }: History,
  template: MailTemplate<Props>,
  recipient: string,
  props: z.input<Props>,
  at: Date,
): void {
  rows.mails.push({
    id: newId(at),
    recipient,
    template: template.name,
    props,
    attempts: 1,
    lastError: null,
    sentAt: addMs(at, SENDING_MS),
    failedAt: null,
    createdAt: at,
    triedFrom: at,
  })
}

/** Notifications of longer ago than this were read. */
const UNREAD_MS = 40 * HOUR

export function recordNotification<K extends NotificationKind>(
  { rows, newId, now }: History,
  userId: string,
  { kind, params, about, path }: { kind: K; params: NotificationParams<K>; about: string; path: string },
  at: Date,
): void {
  const render = notificationMessages[kind] as (params: NotificationParams<K>) => {
    title: string
    text: string
  }
  const isRead = now.getTime() - at.getTime() > UNREAD_MS
  rows.notifications.push({
    id: newId(at),
    userId,
    kind,
    about,
    ...render(params),
    path,
    createdAt: at,
    readAt: isRead ? addMs(at, 5 * HOUR) : null,
    // Long since passed on, so that nothing is sent when the demo starts.
    passedOnAt: at,
    mailedAt: at,
  })
}

export function recordAudit(
  { rows, newId }: History,
  actorId: string | null,
  { action, subjectId, details = {} }: { action: AuditAction; subjectId: string; details?: AuditDetails },
  at: Date,
): void {
  const subjectKind = auditActions[action]
  rows.auditEntries.push({ id: newId(at), at, actorId, action, subjectKind, subjectId, details })
}
