import type { CaseDecision, CaseStatus, ContentKind, DecisionGround, ReportReason } from './contract.ts'

export const reportReasonLabels: Record<ReportReason, string> = {
  MINOR: 'Er is een minderjarige bij betrokken',
  NOT_VOLUNTARY: 'Ik doe dit niet vrijwillig',
  NOT_ME: 'Dit ben ik niet: iemand doet zich voor als mij',
  NON_CONSENSUAL: 'Zonder toestemming, of ik sta hier zelf op',
  ILLEGAL: 'Het is illegaal',
  ABUSE: 'Belediging of haat',
  SPAM: 'Spam of bedrog',
  OTHER: 'Iets anders',
}

/** The name of the content, with its article, in the middle of a sentence. */
export const contentKindLabels: Record<ContentKind, { name: string; inSentence: string }> = {
  REVIEW: { name: 'Beoordeling', inSentence: 'de beoordeling' },
  CREATOR_REVIEW: { name: 'Beoordeling van een creator', inSentence: 'de beoordeling van een creator' },
  MESSAGE: { name: 'Bericht', inSentence: 'het bericht' },
  PROFILE: { name: 'Profiel', inSentence: 'het profiel' },
  TOY: { name: 'Toy van een creator', inSentence: 'de toy' },
  SESSION: { name: 'Live sessie', inSentence: 'het gedrag in een live sessie' },
  GIFT: { name: 'Wens van een creator', inSentence: 'de wens' },
  GIFT_PURCHASE: { name: 'Naam bij een cadeau', inSentence: 'de naam bij een cadeau' },
  PAGE: { name: 'Een pagina', inSentence: 'de inhoud van een pagina' },
}

export const decisionLabels: Record<CaseDecision, string> = {
  KEEP: 'Blijft staan',
  REMOVE: 'Weggehaald',
  SUSPEND: 'Weggehaald en account geschorst',
}

export const groundLabels: Record<DecisionGround, string> = {
  LAW: 'De wet',
  TERMS: 'Onze voorwaarden',
}

/** The status as an admin sees it. */
export const caseStatusLabels: Record<CaseStatus, { name: string; tone: 'yellow' | 'green' | 'neutral' }> = {
  OPEN: { name: 'Te beslissen', tone: 'yellow' },
  APPEALED: { name: 'Bezwaar', tone: 'yellow' },
  DECIDED: { name: 'Beslist', tone: 'green' },
  FINAL: { name: 'Definitief', tone: 'neutral' },
}

/** The status as a party sees it. */
export const followedStatusLabels: Record<CaseStatus, string> = {
  OPEN: 'We bekijken je melding',
  APPEALED: 'We bekijken je bezwaar',
  DECIDED: 'Beslist',
  FINAL: 'Definitief beslist',
}
