import type { ProviderCall } from '../contract.ts'

export const providerCallLabels: Record<ProviderCall, string> = {
  PAIR: 'Code maken',
  RUN: 'Toy aansturen',
  STOP: 'Toy stoppen',
}

/** The provider's documented codes, https://developer.lovense.com/docs/standard-solutions/standard-api.html */
const providerErrorTexts: Record<number, string> = {
  400: 'Opdracht begreep de provider niet',
  401: 'Toy is onbekend',
  402: 'Toy is niet verbonden',
  403: 'Toy kan dit niet',
  404: 'Opdracht klopt niet',
  429: 'Te veel opdrachten',
  501: 'Token is geweigerd',
  502: 'Geen toestemming voor deze app',
  503: 'Gebruiker is onbekend bij de provider',
  506: 'Storing bij de provider',
  507: 'App is onbereikbaar',
}

/** The error as text; null is an answer that is missing or invalid. */
export const providerErrorText = (code: number | null): string =>
  code === null ? 'Geen antwoord' : (providerErrorTexts[code] ?? 'Geweigerd')
