/** What a visitor consents to, in the words in which it is asked. A change of them needs another `CONSENT_TEXT_VERSION`. */
export const consentText = {
  title: 'Alleen wat jij wilt',
  question:
    'De winkel werkt met noodzakelijke cookies. Mogen we ook onthouden wat je instelt, en zonder anderen erbij zien hoe de winkel gebruikt wordt?',
  functional: 'Onthoudt voor een volgend bezoek of je licht of donker koos, en de patronen die je opnam.',
  analytics:
    'Laat ons zien welke pagina’s gelezen worden, en wat er in de winkel gezocht en gedaan wordt. Zonder anderen, en met een ingekort IP-adres.',
} as const
