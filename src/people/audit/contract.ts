import { z } from 'zod'
import { endpoint } from '../../wire/endpoint.ts'
import { id, dateTime, pageFields, pageOf } from '../../wire/fields.ts'

/** All actions that are recorded, with the kind of subject of each; their names for admins are in `labels.rules.ts`. */
export const auditActions = {
  ORDER_STATUS_SET: 'ORDER',
  ORDER_PAID_BY_HAND: 'ORDER',
  ORDER_SENT: 'ORDER',
  ORDER_DELIVERED: 'ORDER',
  ORDER_LINE_PICKED: 'ORDER',
  LABEL_REQUESTED: 'ORDER',
  LABEL_CANCELLED: 'ORDER',
  RETURN_LABEL_REQUESTED: 'ORDER',
  ORDER_REFUNDED: 'ORDER',
  ORDER_CANCELLED: 'ORDER',
  PAYMENT_RETURNED: 'PAYMENT',
  REFUND_MENDED: 'REFUND',
  MINUTES_REFUNDED: 'PURCHASE',
  MINUTES_ADJUSTED: 'USER',
  MINUTE_PACKAGES_CHANGED: 'MINUTE_PACKAGES',
  MINUTES_CHARGED_BACK: 'PURCHASE',
  MINUTE_DEBT_SETTLED: 'USER',
  GIFT_ADDED: 'GIFT',
  GIFT_CHANGED: 'GIFT',
  GIFT_REMOVED: 'GIFT',
  GIFTS_ARRANGED: 'GIFT',
  GIFT_REFUNDED: 'GIVING',
  PRODUCT_ADDED: 'PRODUCT',
  PRODUCT_CHANGED: 'PRODUCT',
  PRODUCT_REMOVED: 'PRODUCT',
  PRODUCT_SALE_SET: 'PRODUCT',
  PRODUCT_SALE_ENDED: 'PRODUCT',
  DIGITAL_FILE_ADDED: 'PRODUCT',
  DIGITAL_FILE_REMOVED: 'PRODUCT',
  CODES_ADDED: 'PRODUCT',
  CODES_REMOVED: 'PRODUCT',
  PICTURE_ADDED: 'PICTURE',
  CATEGORY_ADDED: 'CATEGORY',
  CATEGORY_CHANGED: 'CATEGORY',
  CATEGORY_REMOVED: 'CATEGORY',
  OPERATOR_ADDED: 'OPERATOR',
  OPERATOR_CHANGED: 'OPERATOR',
  RECALL_PUBLISHED: 'RECALL',
  RECALL_REMINDED: 'RECALL',
  REVIEW_MODERATED: 'REVIEW',
  GIFT_CARD_ADDED: 'GIFT_CARD',
  GIFT_CARD_BLOCKED: 'GIFT_CARD',
  GIFT_CARD_UNBLOCKED: 'GIFT_CARD',
  GIFT_CARD_SENT: 'GIFT_CARD',
  STORE_CREDIT_CHANGED: 'USER',
  PROMOTION_ADDED: 'PROMOTION',
  PROMOTION_CHANGED: 'PROMOTION',
  PROMOTION_REMOVED: 'PROMOTION',
  SETTINGS_CHANGED: 'SETTINGS',
  VAT_RATE_CHANGED: 'VAT_RATE',
  CONTENT_DRAFTED: 'CONTENT',
  CONTENT_DRAFT_DISCARDED: 'CONTENT',
  CONTENT_PUBLISHED: 'CONTENT',
  SHIPPING_ZONE_ADDED: 'SHIPPING_ZONE',
  SHIPPING_ZONE_CHANGED: 'SHIPPING_ZONE',
  SHIPPING_ZONE_REMOVED: 'SHIPPING_ZONE',
  SHIPPING_RATE_ADDED: 'SHIPPING_RATE',
  SHIPPING_RATE_CHANGED: 'SHIPPING_RATE',
  SHIPPING_RATE_REMOVED: 'SHIPPING_RATE',
  JOBS_RETRIED: 'QUEUE',
  JOBS_DISCARDED: 'QUEUE',
  BOOKS_CHECKED: 'BOOKS',
  PERIOD_CLOSED: 'PERIOD',
  PAYMENTS_COMPARED: 'PERIOD',
  WITHDRAWAL_ANSWERED: 'WITHDRAWAL',
  WITHDRAWAL_LINES_DECIDED: 'WITHDRAWAL',
  MAIL_SENT_AGAIN: 'MAIL',
  NOTE_ADDED: 'NOTE',
  NOTE_CHANGED: 'NOTE',
  NOTE_REMOVED: 'NOTE',
  CONTACT_ANSWERED: 'CONVERSATION',
  CONTACT_STATUS_SET: 'CONVERSATION',
  SESSION_STOPPED: 'SESSION',
  SESSION_DECLINED: 'SESSION',
  TOY_STOPPED: 'TOY',
  TOY_SWITCHED: 'TOY',
  TOY_CHANGED: 'TOY',
  TOY_SWITCHED_OFF: 'TOY',
  TOYS_STOPPED: 'USER',
  STOP_LINK_MADE: 'USER',
  STOP_LINK_REVOKED: 'USER',
  ADMIN_ADDED: 'USER',
  ADMIN_RESET: 'USER',
  USER_ROLE_SET: 'USER',
  USER_SIGNED_OUT: 'USER',
  USER_CHANGED: 'USER',
  DATA_EXPORTED: 'USER',
  ACCOUNT_CLOSED: 'USER',
  ACCOUNT_ERASED: 'USER',
  APP_PAIRED: 'USER',
  NOTIFICATIONS_CHOSEN: 'USER',
  USER_BLOCKED: 'USER',
  USER_UNBLOCKED: 'USER',
  USER_SUSPENDED: 'USER',
  USER_REINSTATED: 'USER',
  CONTENT_CASE_DECIDED: 'CONTENT_CASE',
} as const

export type AuditAction = keyof typeof auditActions
export const AuditAction = z.enum(Object.keys(auditActions) as [AuditAction, ...AuditAction[]])
export type AuditSubjectKind = (typeof auditActions)[AuditAction]

/** What changed. Never personal data or free text: an entry is never changed, also not when an account is erased. */
export type AuditDetails = Record<string, unknown>

export const AuditEntry = z.object({
  id,
  at: dateTime,
  /** The actor; null for the system itself. */
  actor: z.object({ id, displayName: z.string() }).nullable(),
  action: AuditAction,
  subjectKind: z.enum(Object.values(auditActions)),
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
