import { z } from 'zod'
import { endpoint } from '../../wire/endpoint.ts'
import { id, dateTime, pageFields, pageOf } from '../../wire/fields.ts'

/** All actions that are recorded, with the kind of subject of each, and its name for admins. */
export const auditActions = {
  ORDER_STATUS_SET: { subject: 'ORDER', label: 'Status van een bestelling gezet' },
  ORDER_PAID_BY_HAND: { subject: 'ORDER', label: 'Bestelling met de hand betaald' },
  ORDER_SENT: { subject: 'ORDER', label: 'Bestelling verzonden' },
  ORDER_DELIVERED: { subject: 'ORDER', label: 'Digitaal geleverd' },
  ORDER_LINE_PICKED: { subject: 'ORDER', label: 'Regel van een bestelling gepakt' },
  ORDER_REFUNDED: { subject: 'ORDER', label: 'Bestelling terugbetaald' },
  PAYMENT_RETURNED: { subject: 'PAYMENT', label: 'Betaling teruggestort' },
  REFUND_MENDED: { subject: 'REFUND', label: 'Terugbetaling hersteld' },
  MINUTES_REFUNDED: { subject: 'PURCHASE', label: 'Minuten terugbetaald' },
  MINUTES_ADJUSTED: { subject: 'USER', label: 'Minuten aangepast' },
  GIFT_ADDED: { subject: 'GIFT', label: 'Wens toegevoegd' },
  GIFT_CHANGED: { subject: 'GIFT', label: 'Wens gewijzigd' },
  GIFT_REMOVED: { subject: 'GIFT', label: 'Wens verwijderd' },
  GIFTS_ARRANGED: { subject: 'GIFT', label: 'Wensen op volgorde gezet' },
  GIFT_REFUNDED: { subject: 'GIVING', label: 'Cadeau terugbetaald' },
  PRODUCT_ADDED: { subject: 'PRODUCT', label: 'Product toegevoegd' },
  PRODUCT_CHANGED: { subject: 'PRODUCT', label: 'Product gewijzigd' },
  PRODUCT_REMOVED: { subject: 'PRODUCT', label: 'Product verwijderd' },
  DIGITAL_FILE_ADDED: { subject: 'PRODUCT', label: 'Bestand toegevoegd' },
  DIGITAL_FILE_REMOVED: { subject: 'PRODUCT', label: 'Bestand uit de verkoop gehaald' },
  CODES_ADDED: { subject: 'PRODUCT', label: 'Codes toegevoegd' },
  CODES_REMOVED: { subject: 'PRODUCT', label: 'Codes verwijderd' },
  PICTURE_ADDED: { subject: 'PICTURE', label: 'Foto toegevoegd' },
  CATEGORY_ADDED: { subject: 'CATEGORY', label: 'Categorie toegevoegd' },
  CATEGORY_CHANGED: { subject: 'CATEGORY', label: 'Categorie gewijzigd' },
  CATEGORY_REMOVED: { subject: 'CATEGORY', label: 'Categorie verwijderd' },
  REVIEW_MODERATED: { subject: 'REVIEW', label: 'Review beoordeeld' },
  SETTINGS_CHANGED: { subject: 'SETTINGS', label: 'Instellingen gewijzigd' },
  SHIPPING_ZONE_ADDED: { subject: 'SHIPPING_ZONE', label: 'Verzendzone toegevoegd' },
  SHIPPING_ZONE_CHANGED: { subject: 'SHIPPING_ZONE', label: 'Verzendzone gewijzigd' },
  SHIPPING_ZONE_REMOVED: { subject: 'SHIPPING_ZONE', label: 'Verzendzone verwijderd' },
  SHIPPING_RATE_ADDED: { subject: 'SHIPPING_RATE', label: 'Verzendtarief toegevoegd' },
  SHIPPING_RATE_CHANGED: { subject: 'SHIPPING_RATE', label: 'Verzendtarief gewijzigd' },
  SHIPPING_RATE_REMOVED: { subject: 'SHIPPING_RATE', label: 'Verzendtarief verwijderd' },
  JOBS_RETRIED: { subject: 'QUEUE', label: 'Taken opnieuw geprobeerd' },
  JOBS_DISCARDED: { subject: 'QUEUE', label: 'Taken weggegooid' },
  BOOKS_CHECKED: { subject: 'BOOKS', label: 'Boekhouding nagekeken' },
  WITHDRAWAL_ANSWERED: { subject: 'WITHDRAWAL', label: 'Herroeping beantwoord' },
  WITHDRAWAL_LINES_DECIDED: { subject: 'WITHDRAWAL', label: 'Regels van een herroeping beoordeeld' },
  MAIL_SENT_AGAIN: { subject: 'MAIL', label: 'Mail opnieuw verstuurd' },
  SESSION_STOPPED: { subject: 'SESSION', label: 'Sessie gestopt' },
  SESSION_DECLINED: { subject: 'SESSION', label: 'Sessie geweigerd' },
  TOY_STOPPED: { subject: 'TOY', label: 'Toy gestopt' },
  TOY_SWITCHED: { subject: 'TOY', label: 'Toy aan- of uitgezet' },
  TOY_CHANGED: { subject: 'TOY', label: 'Toy gewijzigd' },
  TOYS_STOPPED: { subject: 'USER', label: 'Alle toys gestopt' },
  USER_ROLE_SET: { subject: 'USER', label: 'Rol gewijzigd' },
  USER_CHANGED: { subject: 'USER', label: 'Account gewijzigd' },
  DATA_EXPORTED: { subject: 'USER', label: 'Kopie van gegevens gemaakt' },
  ACCOUNT_CLOSED: { subject: 'USER', label: 'Account gesloten' },
  ACCOUNT_ERASED: { subject: 'USER', label: 'Account gewist' },
  APP_PAIRED: { subject: 'USER', label: 'App gekoppeld' },
  USER_BLOCKED: { subject: 'USER', label: 'Iemand geblokkeerd' },
  USER_UNBLOCKED: { subject: 'USER', label: 'Blokkering opgeheven' },
} as const

export type AuditAction = keyof typeof auditActions
export const AuditAction = z.enum(Object.keys(auditActions) as [AuditAction, ...AuditAction[]])
export type AuditSubjectKind = (typeof auditActions)[AuditAction]['subject']

/** What changed. Never personal data or free text: an entry is never changed, also not when an account is erased. */
export type AuditDetails = Record<string, unknown>

export const AuditEntry = z.object({
  id,
  at: dateTime,
  /** The actor; null for the system itself. */
  actor: z.object({ id, displayName: z.string() }).nullable(),
  action: AuditAction,
  subjectKind: z.enum(Object.values(auditActions).map(({ subject }) => subject)),
  subjectId: z.string(),
  details: z.record(z.string(), z.unknown()),
})

export type AuditEntry = z.output<typeof AuditEntry>

export const listAuditEntries = endpoint('GET /api/admin/audit', 'admin', {
  summary: 'Who did what to what, newest first, a page at a time',
  input: z.object({
    actorId: z.uuid().optional(),
    action: AuditAction.optional(),
    /** The id of an order, toy, user, … */
    subjectId: id.optional(),
    from: z.iso.datetime({ offset: true }).optional(),
    /** Exclusive. */
    until: z.iso.datetime({ offset: true }).optional(),
    ...pageFields(25),
  }),
  /** Its total is at most 10,000. */
  output: pageOf(AuditEntry),
})
