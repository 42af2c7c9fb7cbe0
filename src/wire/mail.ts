import { z } from 'zod'
import { id, dateTime } from './fields.ts'

/** A mail's name and props: a service queues it, the slice's `mails.ts` defines its content. */
export interface MailTemplate<Props extends z.ZodType = z.ZodType> {
  name: string
  props: Props
}

export const mailTemplate = <Props extends z.ZodType>(name: string, props: Props): MailTemplate<Props> => ({
  name,
  props,
})

/**
 * The purpose of a link's token: a single-use one of a user, or one that opens an order's downloads, the order of a guest, a
 * conversation with the shop, a recall, or a case of reported content as its reporter, or the owner of the content, sees it.
 */
export type MailLinkToken =
  | { userId: string; purpose: string }
  | { orderId: string }
  | { guestOrderId: string }
  | { conversationId: string }
  | { recallNoticeId: string }
  | { contentReportId: string }
  | { contentCaseId: string }

/** Where the code of a gift card comes; a preview shows it. */
export const GIFT_CARD_CODE_PLACE = 'XXXX-XXXX-XXXX-XXXX'

/** A text that someone wrote, which is encrypted where it is stored. */
export type MailText =
  | { giftCardId: string }
  | { contentDecisionId: string }
  | { withdrawalId: string; part: 'remark' | 'answer' }
  | { withdrawalLineId: string }

/** Where a text comes in a mail, read when that is rendered; `otherwise` when it was erased since. */
export interface StoredText {
  place: string
  of: MailText
  otherwise: string
}

/** The place of the text with this index; a preview leaves it out. */
export const storedTextPlace = (index: number): string => `[[tekst ${index}]]`

/** A mail's content as data, from which both its HTML and its text are made. */
export interface MailContent {
  /** Discreet, because a locked phone shows it. */
  subject: string
  heading: string
  paragraphs: string[]
  action?: {
    label: string
    url: string
    /** Adds a token to the link, made when the mail is rendered and stored nowhere else. */
    token?: MailLinkToken
  }
  /** A less prominent link under the action. */
  secondaryAction?: { label: string; url: string; token?: MailLinkToken } | undefined
  /** A message with the shop that stands before the paragraphs, read when the mail is rendered; `otherwise` when it was erased since. */
  quote?: { messageId: string; otherwise: string }
  /** Texts that are stored encrypted. */
  storedTexts?: readonly StoredText[]
  /** A gift card whose code stands at `GIFT_CARD_CODE_PLACE` and in the fragment of the link, read when the mail is rendered. */
  giftCardId?: string
  /** The invoice or credit note to attach as a PDF. */
  invoiceId?: string | null
  /** More of them. */
  invoiceIds?: readonly string[]
  /** The return label to attach as a PDF. */
  returnLabelId?: string
  /** Of a mail that its recipient may refuse: where that is done. */
  unsubscribeUrl?: string
}

export type MailLinks = Pick<MailContent, 'action' | 'secondaryAction'>

/** With a token in those links that lead to a page. */
export function withLinkToken<Links extends MailLinks>(
  links: Links,
  path: string,
  token: MailLinkToken,
): Links {
  const { action, secondaryAction } = links
  const leadsThere = ({ url }: { url: string }) => new URL(url).pathname === path
  return {
    ...links,
    ...(action && leadsThere(action) && { action: { ...action, token } }),
    ...(secondaryAction && leadsThere(secondaryAction) && { secondaryAction: { ...secondaryAction, token } }),
  }
}

/** The words of a mail that an admin may change, with placeholders in braces. A paragraph that is empty when filled is left out. */
export interface MailWords {
  subject: string
  heading: string
  paragraphs: string[]
  /** The label of the button; null when the mail has no button, or its button has the label of the page that it opens. */
  action: string | null
}

/** A placeholder of a mail, such as `nummer`, with its meaning. */
export interface MailPlaceholder {
  label: string
  /** A placeholder that the law or the recipient needs: it must stay in the paragraphs. */
  isRequired?: boolean
}

/** The parts that an admin needs to change the words of a mail. */
export interface EditableMail<Props extends z.ZodType = z.ZodType> {
  /** When the mail is sent, for the list. */
  title: string
  words: MailWords
  placeholders: Record<string, MailPlaceholder>
  /** For the preview. */
  example: z.input<Props>
}

/** A template with its content. */
export interface MailDefinition<Props extends z.ZodType = z.ZodType> {
  template: MailTemplate<Props>
  /** @param words those of an admin; without them those of the code */
  buildContent: (props: z.output<Props>, words?: MailWords) => MailContent
  /** Undefined for a mail whose words are only in the code. */
  editable?: EditableMail<Props>
}

export const defineMail = <Props extends z.ZodType>(
  template: MailTemplate<Props>,
  buildContent: (props: z.output<Props>) => MailContent,
): MailDefinition<Props> => ({ template, buildContent })

/** Fills the placeholders of a line; one that is unknown stays as it was typed. */
const fill = (text: string, values: Record<string, string>): string =>
  text.replaceAll(/\{([a-z][A-Za-z]*)\}/g, (typed, name: string) =>
    Object.hasOwn(values, name) ? (values[name] ?? '') : typed,
  )

interface EditableMailDefinition<Props extends z.ZodType> extends EditableMail<Props> {
  /** The values of the placeholders; a sentence that depends on the circumstances is one, and empty when it does not apply. */
  values: (props: z.output<Props>) => Record<string, string>
  /** The parts that are never changed: links, tokens and attachments. The label of its action is replaced by the words'. */
  frame: (props: z.output<Props>) => Omit<MailContent, 'subject' | 'heading' | 'paragraphs'>
  /** Paragraphs that the law requires, after those of the admin. */
  required?: (props: z.output<Props>) => string[]
}

/** Defines a mail whose words an admin may change. */
export const defineEditableMail = <Props extends z.ZodType>(
  template: MailTemplate<Props>,
  { values, frame, required, ...editable }: EditableMailDefinition<Props>,
): MailDefinition<Props> => ({
  template,
  editable,
  buildContent(props, words = editable.words) {
    const filled = (text: string) => fill(text, values(props)).trim()
    const { action, ...rest } = frame(props)
    return {
      ...rest,
      subject: filled(words.subject),
      heading: filled(words.heading),
      paragraphs: [...words.paragraphs.map(filled).filter(text => text !== ''), ...(required?.(props) ?? [])],
      ...(action && { action: words.action === null ? action : { ...action, label: filled(words.action) } }),
    }
  },
})

/** `QUEUED`: not tried yet; `RETRYING`: failed, and will be retried; `FAILED`: given up. */
export const MailState = z.enum(['QUEUED', 'RETRYING', 'SENT', 'FAILED'])
export type MailState = z.output<typeof MailState>

/** The state of a mail, without its contents. */
export const MailDelivery = z.object({
  id,
  template: z.string(),
  recipient: z.string(),
  state: MailState,
  attempts: z.int(),
  /** The last error, of the mail server or of rendering it. */
  lastError: z.string().nullable(),
  createdAt: dateTime,
  sentAt: dateTime.nullable(),
  /** When it was given up. */
  failedAt: dateTime.nullable(),
})
export type MailDelivery = z.output<typeof MailDelivery>
