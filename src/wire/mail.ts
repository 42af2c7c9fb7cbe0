import type { z } from 'zod'

/** A mail by name, with what it needs to be written: a service sends it, the slice's `mails.ts` words it. */
export interface MailTemplate<Props extends z.ZodType = z.ZodType> {
  name: string
  props: Props
}

export const mailTemplate = <Props extends z.ZodType>(name: string, props: Props): MailTemplate<Props> => ({
  name,
  props,
})

/** What a mail says, as data: its HTML and its text are made from this, and so can't differ. */
export interface MailContent {
  /** Discreet: it shows on a locked phone. */
  subject: string
  heading: string
  paragraphs: string[]
  action?: {
    label: string
    url: string
    /** The link also carries a single-use token, made for this user when the mail is written: it is kept nowhere else. */
    token?: { userId: string; purpose: string }
  }
  /** A quieter link, under the action. */
  secondaryAction?: { label: string; url: string } | undefined
  /** The invoice or credit note that goes along as a PDF. */
  invoiceId?: string | null
}

/** A template with its words. */
export interface MailDefinition<Props extends z.ZodType = z.ZodType> {
  template: MailTemplate<Props>
  buildContent: (props: z.output<Props>) => MailContent
}

export const defineMail = <Props extends z.ZodType>(
  template: MailTemplate<Props>,
  say: (props: z.output<Props>) => MailContent,
): MailDefinition<Props> => ({ template, buildContent: say })
