import type { CheckName, CheckResult } from './contract.ts'

export const checkLabels: Record<CheckName, string> = {
  COMPANY: 'Bedrijfsgegevens',
  VAT: 'Btw',
  PEPPOL: 'Facturen van Belgische bedrijven',
  PLACEHOLDER_RATING: 'Echte beoordelingen',
  PRODUCT: 'Eerste product',
  SAFETY: 'Productveiligheid',
  SHIPPING: 'Verzending',
  DELIVERY: 'Levertermijn',
  PRODUCER: 'Registraties als producent',
  PAYMENTS: 'Betalingen',
  PAYMENT_RULES: 'Wat betaaldiensten aannemen',
  MAIL: 'Mail',
  TOYS: 'Toys',
  PUBLIC_URL: 'Openbaar adres',
  HTTPS: 'Beveiligde verbinding',
  PROXY: 'Proxy',
  BACKUP: 'Back-up van vandaag',
  BACKUP_ENCRYPTION: 'Versleutelde back-ups',
  RESTORE: 'Back-up teruggezet als proef',
  TWO_FACTOR: 'Tweede stap van administrators',
}

/** The checklist for a terminal, a line each. */
export const printChecklist = (results: CheckResult[]): { isDone: boolean; message: string } => ({
  isDone: results.every(({ isDone }) => isDone),
  message: results
    .map(({ name, isDone, detail }) => `${isDone ? 'ja ' : 'NEE'}  ${checkLabels[name].padEnd(31)} ${detail}`)
    .join('\n'),
})
