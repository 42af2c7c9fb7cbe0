import type { ProviderTexts } from '../contract.ts'
import { mollieTexts } from './mollie/contract.ts'
import { verotelTexts } from './verotel/contract.ts'

/** The texts of each provider, by its name. */
export const providerTexts: Readonly<Record<string, ProviderTexts>> = {
  [mollieTexts.id]: mollieTexts,
  [verotelTexts.id]: verotelTexts,
}
