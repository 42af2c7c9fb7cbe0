import { defineMail } from '../../wire/mail.ts'
import { applicationDecidedMail, refusalMessages } from './contract.ts'

export const applicationMails = [
  defineMail(applicationDecidedMail, ({ url, shopName, refusal }) => ({
    subject: `Nieuws over je account bij ${shopName}`,
    heading: refusal === null ? 'Je aanmelding is goedgekeurd' : 'Je aanmelding is niet goedgekeurd',
    paragraphs:
      refusal === null
        ? ['Je kunt nu aan de slag in je studio. Jij bepaalt wanneer, met wie en wat.']
        : [
            refusalMessages[refusal],
            'Op de pagina van je aanmelding lees je meer. Wat je instuurde, hebben we gewist, behalve als we je een bewaartermijn voor de foto’s noemden. Je kunt je opnieuw aanmelden.',
          ],
    action: { label: refusal === null ? 'Naar je studio' : 'Bekijk je aanmelding', url },
  })),
]
