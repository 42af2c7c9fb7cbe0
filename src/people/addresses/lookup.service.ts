import type { FoundAddress } from './contract.ts'
import type { AddressLookup } from './pdok.gateway.ts'
import { parseLookupInput } from './rules.ts'

/** The street and city of what was typed; null when that is no Dutch address, or when nobody knows it, or is asked. */
export async function lookUpDutchAddress(
  lookup: AddressLookup | null,
  typed: { postalCode: string; houseNumber: string },
): Promise<FoundAddress | null> {
  const key = parseLookupInput('Nederland', typed.postalCode, typed.houseNumber)
  return key && lookup ? lookup(key.postalCode, key.houseNumber) : null
}
