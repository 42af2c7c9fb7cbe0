import { minuteMails } from './minutes/mails.ts'
import { orderMails } from './orders/mails.ts'
import { type Attachment, letterOf } from './platform/letter.ts'
import type { WriteMail } from './platform/mail.ts'
import type { WordedMail } from './wire/mail.ts'
import { withdrawalMails } from './withdrawals/mails.ts'

const worded = new Map(
  ([...orderMails, ...minuteMails, ...withdrawalMails] as WordedMail[]).map(mail => [
    mail.template.name,
    mail,
  ]),
)

/**
 * Writes a kept mail with the words of the slice that it is of.
 * @param attach makes the PDF of an invoice that goes along
 * @throws Error for a template that nobody words, ZodError for props that are not the template's
 */
export const mailWriter =
  (shopName: string, attach: (invoiceId: string) => Promise<Attachment>): WriteMail =>
  async (template, props) => {
    const mail = worded.get(template)
    if (!mail) throw new Error(`no words for the mail ${template}`)
    const content = mail.say(mail.template.props.parse(props))
    return letterOf(content, shopName, content.invoiceId ? [await attach(content.invoiceId)] : [])
  }
