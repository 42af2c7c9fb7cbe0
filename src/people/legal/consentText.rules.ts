import { CONSENT_TEXT_VERSION, type CONSENT_TEXT_VERSIONS } from '../../wire/consent.ts'

interface ConsentText {
  title: string
  question: string
  functional: string
  analytics: string
}

/** The texts that visitors consented to, in the words in which it was asked: the proof names the version. Append, never change. */
export const consentTexts: Record<(typeof CONSENT_TEXT_VERSIONS)[number], ConsentText> = {
  1: {
    title: 'Alleen wat jij wilt',
    question:
      'De winkel werkt met noodzakelijke cookies. Mogen we ook onthouden wat je instelt, en zonder anderen erbij zien hoe de winkel gebruikt wordt?',
    functional: 'Onthoudt voor een volgend bezoek of je licht of donker koos, en de patronen die je opnam.',
    analytics:
      'Laat ons zien welke pagina’s gelezen worden, en wat er in de winkel gezocht en gedaan wordt. Zonder anderen, en met een ingekort IP-adres.',
  },
}

/** The present text. */
export const consentText = consentTexts[CONSENT_TEXT_VERSION]
