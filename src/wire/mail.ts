import type { z } from 'zod'

/** A mail by name, with what it needs to be written: a service sends it, the slice's `mails.tsx` writes it. */
export interface MailTemplate<Props extends z.ZodType = z.ZodType> {
  name: string
  props: Props
}

export const mailTemplate = <Props extends z.ZodType>(name: string, props: Props): MailTemplate<Props> => ({
  name,
  props,
})

/** A mail as it is sent. */
export interface WrittenMail {
  subject: string
  html: string
  text: string
}
