import { defineMail } from '../../wire/mail.ts'
import { creatorNewsMail } from './contract.ts'

export const creatorMails = [
  defineMail(creatorNewsMail, ({ text, url, shopName }) => ({
    subject: `Bericht over je account bij ${shopName}`,
    heading: 'Over je creatoraccount',
    paragraphs: [text, 'Wat er is en wat je kunt doen, lees je achter de knop.'],
    action: { label: 'Mijn creatoraccount', url },
  })),
]
