import type { ContentTextField } from '../../wire/content.ts'
import type { HomeContent } from './contract.ts'
import { type ContentDefinition, shippingPlaceholder } from './definition.rules.ts'

/** The most products that an admin chooses for the home page. */
export const MAX_FEATURED = 8

const line = (name: string, label: string, max = 80): ContentTextField => ({ kind: 'line', name, label, max })
const paragraph = (name: string, label: string): ContentTextField => ({ kind: 'text', name, label, max: 600 })

/** The texts of `/`, and the products that are shown there. */
export const homeContent: ContentDefinition<HomeContent> = {
  key: 'home',
  title: 'Voorpagina',
  group: 'PAGE',
  path: '/',
  placeholders: [shippingPlaceholder],
  fields: [
    line('eyebrow', 'Boven de titel'),
    line('title', 'Titel'),
    paragraph('lead', 'Inleiding'),
    line('featuredTitle', 'Titel boven de producten'),
    {
      kind: 'products',
      name: 'featured',
      label: 'Uitgelichte producten',
      hint: 'Zonder keuze kiest de winkel zelf: eerst uit de categorieën die een klant mooi vindt.',
      max: MAX_FEATURED,
    },
    {
      kind: 'list',
      name: 'reasons',
      label: 'Waarom hier',
      itemLabel: 'Reden',
      min: 3,
      max: 3,
      item: [line('title', 'Titel'), paragraph('text', 'Tekst')],
    },
    line('categoriesTitle', 'Titel boven de categorieën'),
    line('shippingTitle', 'Titel van de verzending'),
    paragraph('shippingText', 'Tekst over de verzending'),
    line('liveTitle', 'Titel van Live Control'),
    paragraph('liveText', 'Tekst over Live Control'),
  ],
  defaults: {
    eyebrow: 'Voor volwassenen',
    title: 'Warm, rustig en helemaal van jou',
    lead: 'Mooi gemaakte dingen voor jezelf of voor samen. Met zorg gekozen en discreet bezorgd.',
    featuredTitle: 'Uitgelicht',
    featured: [],
    reasons: [
      {
        title: 'Niemand ziet wat je bestelt',
        text: 'Een neutrale doos, een neutrale afzender, een neutrale naam op je afschrift.',
      },
      {
        title: 'Zorgvuldig gekozen',
        text: 'Zachte, lichaamsveilige materialen en stille motoren. Wij verkopen alleen wat we zelf zouden houden.',
      },
      {
        title: 'Samen, op afstand',
        text: 'Neem live de regie, per minuut, bij iemand die daar zelf voor kiest. Jullie kunnen allebei altijd stoppen.',
      },
    ],
    categoriesTitle: 'Waar heb je zin in?',
    shippingTitle: 'Verzending, vooraf duidelijk',
    shippingText: '{verzending}. Woon je ergens anders? Bekijk wat verzenden kost.',
    liveTitle: 'Jij kiest het ritme, de ander voelt het live',
    liveText:
      'Kies iemand die nu online is en neem de regie. Je betaalt per begonnen minuut; stopt de ander, dan is die minuut gratis. Bij 2 minuten stopt de toy; die 2 blijven op je saldo.',
  },
}
