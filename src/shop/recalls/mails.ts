import { defineMail } from '../../wire/mail.ts'
import { colons, type NoticeLanguage, noticeWords, soldText } from '../../wire/recallText.ts'
import { recallMail } from './contract.ts'

interface NoticeTexts {
  productName: string
  startsOn: string
  endsOn: string
  identification: string[]
  hazard: string
  action: string
  remedy: string
}

const bought = {
  nl: (productName: string) => `Je kocht bij ons: ${productName}.`,
  fr: (productName: string) => `Vous avez acheté chez nous : ${productName}.`,
}
const questions = {
  nl: (page: string) => `Heb je vragen, antwoord dan op deze mail, of stel ze op ${page}.`,
  fr: (page: string) => `Des questions ? Répondez à ce message, ou posez-les sur ${page}.`,
}

/** The elements of a notice by the regulation, in its order (Reg. (EU) 2023/988, art. 36(2)). */
function noticeParagraphs(
  { productName, startsOn, endsOn, identification, hazard, action, remedy }: NoticeTexts,
  { shopName, contactUrl }: { shopName: string; contactUrl: string },
  language: NoticeLanguage,
): string[] {
  const words = noticeWords[language]
  const titled = (title: string, text: string) => `${title}${colons[language]}${text}`
  return [
    bought[language](productName),
    ...(identification.length > 0 ? [titled(words.recognize, `${identification.join('. ')}.`)] : []),
    soldText({ startsOn, endsOn }, shopName, language),
    titled(words.hazard, hazard),
    titled(words.action, `${words.stop} ${action}`),
    titled(words.remedies, remedy),
    `${questions[language](contactUrl)} ${words.passOn}`,
  ]
}

export const recallMails = [
  // Its words are fixed: the regulation wants them.
  defineMail(recallMail, ({ noticeId, french, url, shopName, ...dutch }) => {
    const shop = { shopName, contactUrl: new URL('/contact', url).href }
    return {
      subject: `Belangrijk veiligheidsbericht van ${shopName}`,
      heading: noticeWords.nl.heading,
      paragraphs: [
        ...noticeParagraphs(dutch, shop, 'nl'),
        'Open het bericht, ook als je het niet meer hebt: dan weten we dat je het gelezen hebt.',
        ...(french
          ? [
              noticeWords.fr.heading.toLocaleUpperCase('fr'),
              ...noticeParagraphs({ ...dutch, ...french }, shop, 'fr'),
              'Ouvrez ce message, même si vous n’avez plus le produit : nous saurons que vous l’avez lu.',
            ]
          : []),
      ],
      action: {
        label: french ? 'Bericht openen / Ouvrir le message' : 'Bericht openen',
        url,
        token: { recallNoticeId: noticeId },
      },
    }
  }),
]
