import type { AdminTopic, NotificationChannel } from '../contract.ts'

/** The topics in groups, as the page shows them. */
export const adminTopicGroups: { name: string; topics: AdminTopic[] }[] = [
  { name: 'Dagoverzicht', topics: ['DAY_SUMMARY'] },
  { name: 'Bestellingen en voorraad', topics: ['NEW_ORDERS', 'STOCK'] },
  {
    name: 'Te beantwoorden',
    topics: ['WITHDRAWALS', 'MESSAGES', 'CONTENT_REPORTS', 'REVIEWS', 'TOYS', 'CREATORS'],
  },
  { name: 'Geld', topics: ['REFUNDS', 'CHARGEBACKS', 'PAYMENTS', 'BOOKS'] },
  { name: 'Techniek', topics: ['JOBS', 'BACKUPS'] },
]

export const adminTopicLabels: Record<AdminTopic, { name: string; about: string }> = {
  DAY_SUMMARY: {
    name: 'Wat er gisteren gebeurde',
    about: 'Elke ochtend om 8 uur: bestellingen, omzet en wat er wacht. Niets als er niets te melden is.',
  },
  NEW_ORDERS: { name: 'Nieuwe bestelling', about: 'Zodra ze betaald is.' },
  STOCK: {
    name: 'Bijna op en uitverkocht',
    about: 'Na een verkoop. Vanaf hoeveel stuks, staat bij de instellingen van de winkel.',
  },
  WITHDRAWALS: { name: 'Herroeping', about: 'Antwoord binnen 5 werkdagen.' },
  MESSAGES: { name: 'Bericht of klacht', about: 'Iemand schreef de winkel.' },
  CONTENT_REPORTS: {
    name: 'Gemelde inhoud',
    about: 'Iemand meldt iets, maakt bezwaar, of de termijn van 7 werkdagen loopt af.',
  },
  REVIEWS: { name: 'Beoordeling', about: 'Ze staat in de winkel zodra je ze goedkeurt.' },
  TOYS: {
    name: 'Toys',
    about: 'Een creator koppelde een nieuwe die op je goedkeuring wacht; of een toy stopt niet.',
  },
  CREATORS: { name: 'Creators', about: 'Iemand meldt zich aan als creator.' },
  REFUNDS: { name: 'Terugbetaling', about: 'Ze mislukte, of je moet ze zelf overmaken.' },
  CHARGEBACKS: { name: 'Teruggeboekte betaling', about: 'De bank haalde het geld terug.' },
  PAYMENTS: {
    name: 'Andere betaling',
    about: 'Te laat, dubbel, niet zoals wij het weten, of terugbetaald buiten de winkel om.',
  },
  BOOKS: { name: 'Boekhouding', about: 'De boeken kloppen niet.' },
  JOBS: { name: 'Opgegeven taak', about: 'Werk dat na alle pogingen niet lukte.' },
  BACKUPS: { name: 'Ontbrekende back-up', about: 'De laatste is ouder dan een dag.' },
}

export const channelLabels: Record<NotificationChannel, string> = {
  inShop: 'Winkel',
  mail: 'Mail',
  push: 'Push',
}
