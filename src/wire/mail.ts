import type { z } from 'zod'

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
 * What the token of a link is for: a single-use one of a user, or one that opens an order's downloads or a conversation with the
 * shop.
 */
export type MailLinkToken =
  | { userId: string; purpose: string }
  | { orderId: string }
  | { conversationId: string }

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
  secondaryAction?: { label: string; url: string } | undefined
  /** The invoice or credit note to attach as a PDF. */
  invoiceId?: string | null
}

/** A template with its content. */
export interface MailDefinition<Props extends z.ZodType = z.ZodType> {
  template: MailTemplate<Props>
  buildContent: (props: z.output<Props>) => MailContent
}

export const defineMail = <Props extends z.ZodType>(
  template: MailTemplate<Props>,
  buildContent: (props: z.output<Props>) => MailContent,
): MailDefinition<Props> => ({ template, buildContent })
