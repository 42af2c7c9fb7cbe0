import type { Company, LegalForm } from './company.ts'

export const legalFormLabels: Record<LegalForm, string> = {
  SOLE_PROPRIETOR: 'Eenmanszaak',
  COMPANY: 'Vennootschap',
}

const countries: Record<Company['country'], string> = { BE: 'België', NL: 'Nederland' }

/** `Gloed (eenmanszaak)`, or `Gloed bv`: the name of a company has its form in it. */
export const companyNameLine = ({ name, legalForm }: Pick<Company, 'name' | 'legalForm'>) =>
  legalForm === 'SOLE_PROPRIETOR' ? `${name} (eenmanszaak)` : name

/** `een eenmanszaak in België`. */
export const describeCompany = ({ legalForm, country }: Company): string =>
  `een ${legalFormLabels[legalForm].toLowerCase()} in ${countries[country]}`

/** Street and number, postcode and town, country, as far as they are known. */
export function companyAddressLines({ street, postalCode, city, country }: Company): string[] {
  const town = [postalCode, city].filter(part => part !== null).join(' ')
  return street || town ? [street ?? '', town, countries[country]].filter(text => text !== '') : []
}

/** The label of a company's number by country. */
export const companyNumberLabels: Record<Company['country'], string> = {
  BE: 'Ondernemingsnummer (KBO)',
  NL: 'KVK-nummer',
}
