import type { FaqContent } from './contract.ts'
import { type ContentDefinition, shippingPlaceholder } from './definition.rules.ts'

/** The questions of `/faq`; the answers say what the terms and the shop say elsewhere. */
export const faqContent: ContentDefinition<FaqContent> = {
  key: 'faq',
  title: 'Veelgestelde vragen',
  group: 'PAGE',
  path: '/faq',
  placeholders: [shippingPlaceholder],
  fields: [
    { kind: 'text', name: 'intro', label: 'Inleiding', max: 600 },
    {
      kind: 'list',
      name: 'questions',
      label: 'Vragen',
      itemLabel: 'Vraag',
      min: 1,
      max: 60,
      item: [
        { kind: 'line', name: 'question', label: 'Vraag', max: 160 },
        { kind: 'text', name: 'answer', label: 'Antwoord', max: 4000 },
      ],
    },
  ],
  defaults: {
    intro: 'Wat anderen vroegen voordat ze bestelden. Staat jouw vraag er niet bij? Schrijf ons gerust.',
    questions: [
      {
        question: 'Wat staat er op het pakket?',
        answer:
          'Niets dat iets verraadt: een neutrale doos, zonder onze naam erop. Ook op je afschrift staan geen productnamen.',
      },
      {
        question: 'Wat kost verzenden?',
        answer: '{verzending}. Wat track & trace kost, zie je voordat je bestelt.',
      },
      {
        question: 'Kan ik iets terugsturen?',
        answer:
          'Ja, tot 14 dagen na ontvangst. Om redenen van hygiëne geldt dat niet voor verzegelde producten waarvan het zegel verbroken is. Herroepen doe je [op deze pagina](/herroepen).',
      },
      {
        question: 'Hoe werken minuten?',
        answer:
          'Met minuten bedien je in een live sessie de toy van een creator die daarmee instemt. Elke begonnen minuut waarin je de toy bedient, kost een minuut. De laatste 2 minuten van je saldo kun je niet spelen; ze blijven staan tot je bijkoopt.',
      },
      {
        question: 'Kan ik minuten of downloads teruggeven?',
        answer:
          'Nee. Bij het kopen vraag je om directe levering en doe je daarmee afstand van je herroepingsrecht; we bevestigen dat per mail. Werkt iets niet zoals je mocht verwachten, schrijf ons dan.',
      },
      {
        question: 'Wie ziet wat ik koop?',
        answer:
          'Alleen wij. De betaaldienst krijgt een bedrag zonder productnamen, de vervoerder je adres, en een creator alleen je weergavenaam. Lees er meer over in ons [privacybeleid](/privacy-policy).',
      },
    ],
  },
}
