import type { ManualLanguage } from './contract.ts'
import { isEuCountry } from '../../../wire/countries.ts'

/** Whether somebody in the EU has to answer for products of this maker (Reg. (EU) 2023/988, art. 16 and 19(b)). */
export const needsResponsiblePerson = (manufacturer: { country: string }): boolean =>
  !isEuCountry(manufacturer.country)

/** `handleiding-zijden-robe-nl.pdf`. A slug has only letters, digits and hyphens. */
export const manualFileName = ({ slug, language }: { slug: string; language: ManualLanguage }): string =>
  `handleiding-${slug.replaceAll(/[^\w-]/g, '')}-${language}.pdf`

export const languageNames: Record<ManualLanguage, string> = {
  nl: 'Nederlands',
  fr: 'Frans',
  de: 'Duits',
  en: 'Engels',
}

/** Where `downloadManual` is. Not made of its path: a product's page would load the schemas of all contracts with it. */
export const manualPath = (manualId: string): string => `/api/manuals/${encodeURIComponent(manualId)}`
