import { defineMail } from '../../wire/mail.ts'
import { recallMail } from './contract.ts'

export const recallMails = [
  // Its words are fixed: the regulation wants its title, the hazard and what to do (Reg. (EU) 2023/988, art. 36).
  defineMail(recallMail, ({ noticeId, productName, hazard, action, url, shopName }) => ({
    subject: `Belangrijk veiligheidsbericht van ${shopName}`,
    heading: 'Terugroepactie om veiligheidsredenen',
    paragraphs: [
      `Je kocht bij ons: ${productName}. Gebruik het niet meer voor je dit gelezen hebt.`,
      hazard,
      action,
      'Open het bericht, ook als je het niet meer hebt: dan weten we dat je het gelezen hebt.',
    ],
    action: { label: 'Bericht openen', url, token: { recallNoticeId: noticeId } },
  })),
]
