import { isAdminKind } from './adminTopics.rules.ts'
import type { NotificationKind } from './contract.ts'

interface DigestedNotification {
  kind: NotificationKind
  title: string
  text: string
}

/**
 * The part for admins of the mail about unread notifications: a line per title, which names nobody and no product, and
 * the figures of a day's summary. No lines when there are none for admins: of others the mail only says that they wait.
 */
export function digestLines(unread: DigestedNotification[]): string[] {
  const forAdmins = unread.filter(({ kind }) => isAdminKind(kind))
  if (forAdmins.length === 0) return []
  const lines = [...Map.groupBy(forAdmins, describe)].map(([line, its]) =>
    its.length === 1 ? line : `${line} (${its.length})`,
  )
  const others = unread.length - forAdmins.length
  if (others > 0) lines.push(others === 1 ? 'En 1 andere melding' : `En ${others} andere meldingen`)
  return lines
}

const describe = ({ kind, title, text }: DigestedNotification): string =>
  kind === 'DAY_SUMMARY' ? `${title}. ${text}` : title
