import { defineMail } from '../../wire/mail.ts'
import { testMail } from './contract.ts'

export const checklistMails = [
  defineMail(testMail, ({ userId, url, shopName }) => ({
    subject: `Testmail van ${shopName}`,
    heading: 'Deze mail kwam aan',
    paragraphs: [
      'Je vroeg om een testmail. Bevestig dat hij er is, dan staat mail als gedaan op je lijst.',
      'De link werkt een dag, en één keer.',
    ],
    action: { label: 'Bevestig de testmail', url, token: { userId, purpose: 'TEST_MAIL' } },
  })),
]
