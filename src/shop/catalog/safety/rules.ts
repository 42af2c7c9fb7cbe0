/** ISO 3166 codes of the member states of the EU. */
const memberStates = new Set(
  'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK'.split(' '),
)

export const isInEu = (country: string): boolean => memberStates.has(country)

/** Whether somebody in the EU has to answer for products of this maker (Reg. (EU) 2023/988, art. 16 and 19(b)). */
export const needsResponsiblePerson = (manufacturer: { country: string }): boolean =>
  !isInEu(manufacturer.country)
