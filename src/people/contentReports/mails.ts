import type { z } from 'zod'
import { defineMail, type MailContent, storedTextPlace } from '../../wire/mail.ts'
import {
  type CaseDecision,
  reportDecidedMail,
  reportReceivedMail,
  statementOfReasonsMail,
} from './contract.ts'

const date = new Intl.DateTimeFormat('nl-NL', { timeZone: 'Europe/Brussels', dateStyle: 'long' })

type Decision = Omit<z.output<typeof statementOfReasonsMail.props>, 'caseId'>

const outcome: Record<CaseDecision, (what: string) => string> = {
  KEEP: what => `We halen ${what} niet weg.`,
  REMOVE: what => `We hebben ${what} weggehaald.`,
  SUSPEND: what => `We hebben ${what} weggehaald en het account van wie het is geschorst.`,
}

/** The content of a statement of reasons (Reg. (EU) 2022/2065, art. 17(3)): the ground, the reasons, and that no machine decided. */
const reasonsOf = ({ ground, rule }: Decision): string[] => [
  ...(ground && rule ? [`Dit rust op ${ground === 'LAW' ? 'de wet' : 'onze voorwaarden'}: ${rule}.`] : []),
  storedTextPlace(0),
  'Een mens heeft dit bekeken en beslist; er kwam geen automatisch middel aan te pas.',
]

/** Reads the reasons of the decision. */
const textsOf = ({ decisionId }: Decision): Pick<MailContent, 'storedTexts'> => ({
  storedTexts: [
    {
      place: storedTextPlace(0),
      of: { contentDecisionId: decisionId },
      otherwise: 'De redenen staan achter de knop.',
    },
  ],
})

/** The ways to contest it (art. 17(3)(f)). */
const redressOf = (until: string | null): string =>
  until === null
    ? 'Ben je het er niet mee eens, dan kun je naar de rechter.'
    : `Ben je het er niet mee eens? Tot ${date.format(new Date(until))} kun je bezwaar maken met de knop hieronder, gratis. Je kunt ook naar de rechter.`

/** The effects that the owner of the content will notice (art. 17(3)(a)). */
const effectOf: Record<CaseDecision, string[]> = {
  KEEP: ['Het is weer te zien zoals eerst. Was je account geschorst, dan kun je weer inloggen.'],
  REMOVE: ['Niemand ziet het nog, in geen enkel land en zonder einddatum.'],
  SUSPEND: [
    'Niemand ziet het nog, in geen enkel land en zonder einddatum.',
    'Je account is geschorst: je kunt niet inloggen, kopen of live gaan. Over lopende bestellingen en je gegevens kun je ons altijd schrijven.',
  ],
}

export const contentReportMails = [
  defineMail(reportReceivedMail, ({ reportId, reference, url, shopName }) => ({
    subject: `Je melding ${reference} bij ${shopName}`,
    heading: 'We hebben je melding ontvangen',
    paragraphs: [
      `Je melding kreeg het kenmerk ${reference}. Een mens bekijkt ze, en binnen 7 werkdagen hoor je wat we beslissen en waarom.`,
      'Wie het geplaatst heeft, hoort niet wie het meldde.',
      'Heb je niets gemeld? Dan heeft iemand zich vergist in het adres, en hoef je niets te doen.',
    ],
    action: { label: 'Volg je melding', url, token: { contentReportId: reportId } },
  })),
  defineMail(reportDecidedMail, ({ reportId, reference, url, shopName, ...decision }) => ({
    subject: `Je melding ${reference} bij ${shopName}`,
    heading: decision.isOnAppeal ? 'Er is beslist op het bezwaar' : 'We hebben over je melding beslist',
    paragraphs: [
      outcome[decision.decision](decision.what),
      ...reasonsOf({ ...decision, url, shopName }),
      redressOf(decision.appealUntil),
    ],
    action: { label: 'Bekijk de beslissing', url, token: { contentReportId: reportId } },
    ...textsOf({ ...decision, url, shopName }),
  })),
  defineMail(statementOfReasonsMail, ({ caseId, url, shopName, ...decision }) => ({
    subject: `Een beslissing van ${shopName}`,
    heading:
      decision.decision === 'KEEP' ? 'We zetten terug wat we weghaalden' : 'We hebben iets van je weggehaald',
    paragraphs: [
      `Het gaat om ${decision.what}. Wat het precies is, staat achter de knop hieronder. We kregen er een melding over en hebben het bekeken.`,
      ...effectOf[decision.decision],
      ...reasonsOf({ ...decision, url, shopName }),
      redressOf(decision.appealUntil),
    ],
    action: { label: 'Bekijk de beslissing', url, token: { contentCaseId: caseId } },
    ...textsOf({ ...decision, url, shopName }),
  })),
]
