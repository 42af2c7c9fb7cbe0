const names = new Intl.DisplayNames('nl', { type: 'region', fallback: 'none' })

/** `BE` → `België`; undefined for what is no code of ISO 3166. */
export const findCountryName = (code: string): string | undefined =>
  /^[A-Z]{2}$/.test(code) ? names.of(code) : undefined

/** `BE` → `België`; what is no code of ISO 3166 stays as it is. */
export const countryName = (code: string): string => findCountryName(code) ?? code
