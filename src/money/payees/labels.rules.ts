import type { NameCheck, PayeeVatStatus } from './contract.ts'

export const vatStatusLabels: Record<PayeeVatStatus, string> = {
  PRIVATE: 'Particulier',
  SMALL_BUSINESS: 'Vrijgestelde kleine onderneming',
  VAT_BELGIUM: 'Met een Belgisch btw-nummer',
  VAT_EU: 'Met een btw-nummer elders in de EU',
}

export const nameCheckLabels: Record<NameCheck, string> = {
  MATCH: 'De naam klopt',
  CLOSE: 'De naam klopt bijna',
  NO: 'De naam klopt niet',
  UNKNOWN: 'De bank kan het niet zeggen',
}
