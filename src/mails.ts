import { orderMails } from './orders/mails.ts'
import { letterOf } from './platform/letter.ts'
import type { WriteMail } from './platform/mail.ts'
import type { WordedMail } from './wire/mail.ts'

const worded = new Map(([...orderMails] as WordedMail[]).map(mail => [mail.template.name, mail]))

/**
 * Writes a kept mail with the words of the slice that it is of.
 * @throws Error for a template that nobody words, ZodError for props that are not the template's
 */
export const mailWriter =
  (shopName: string): WriteMail =>
  (template, props) => {
    const mail = worded.get(template)
    if (!mail) throw new Error(`no words for the mail ${template}`)
    return letterOf(mail.say(mail.template.props.parse(props)), shopName)
  }
