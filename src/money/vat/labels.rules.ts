import type { RatedClass, TaxClass, VatScheme } from '../../wire/vat.ts'
import type { VatCategory } from './contract.ts'

export const taxClassLabels: Record<TaxClass, string> = {
  STANDARD: 'Gewoon tarief',
  BOOKS: 'Boeken en e-boeken',
  EXEMPT: 'Vrijgesteld',
}

/** As a file for import writes it. */
export const taxClassWords: Record<TaxClass, string> = {
  STANDARD: 'gewoon',
  BOOKS: 'boeken',
  EXEMPT: 'vrijgesteld',
}

export const vatSchemeLabels: Record<VatScheme, string> = {
  DOMESTIC: 'Btw van je eigen land',
  OSS: 'Btw van het land van de klant (OSS)',
  SMALL_ENTERPRISE: 'Belgische vrijstelling voor kleine ondernemingen',
  NONE: 'Geen btw',
}

/** The meaning of each scheme for the owner. */
export const vatSchemeMeanings: Record<VatScheme, string> = {
  DOMESTIC:
    'Alle klanten in de EU betalen de btw van jouw land. Dat mag zolang je per jaar voor hoogstens € 10.000 zonder btw aan particulieren in andere EU-landen verkoopt, producten en digitaal samen.',
  OSS: 'Elke klant in de EU betaalt de btw van het eigen land, ook over minuten en downloads. Je geeft ze elk kwartaal aan bij het éénloketsysteem (OSS). Verplicht boven € 10.000 per jaar, en daaronder een keuze.',
  SMALL_ENTERPRISE:
    'Je rekent geen btw en trekt er ook geen af. Voor wie in België onder € 25.000 per jaar blijft en de vrijstelling heeft gekregen. Het staat op elke factuur.',
  NONE: 'De factuur zegt niets over btw. Alleen voor wie niet btw-plichtig is.',
}

/** The text that an invoice needs for lines without VAT; null when none is needed. */
export const categoryNotes: Record<VatCategory, string | null> = {
  STANDARD: null,
  REDUCED: null,
  NONE: null,
  SMALL_ENTERPRISE: 'Bijzondere vrijstellingsregeling kleine ondernemingen: btw niet van toepassing.',
  EXEMPT: 'Vrijgesteld van btw (art. 132 Richtlijn 2006/112/EG).',
  OUTSIDE_EU: 'Geen btw: levering buiten de Europese Unie (art. 146 Richtlijn 2006/112/EG).',
  REVERSE_CHARGE: 'Btw verlegd naar de afnemer (art. 138 en 196 Richtlijn 2006/112/EG).',
}

export const categoryLabels: Record<VatCategory, string> = {
  STANDARD: 'Gewoon tarief',
  REDUCED: 'Verlaagd tarief',
  NONE: 'Geen btw',
  SMALL_ENTERPRISE: 'Kleine onderneming',
  EXEMPT: 'Vrijgesteld',
  OUTSIDE_EU: 'Buiten de EU',
  REVERSE_CHARGE: 'Btw verlegd',
}

export const ratedClassLabels: Record<RatedClass, string> = {
  STANDARD: taxClassLabels.STANDARD,
  BOOKS: taxClassLabels.BOOKS,
}
