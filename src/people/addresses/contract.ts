import { z } from 'zod'
import { endpoint } from '../../wire/endpoint.ts'
import { id, dateTime, optionalText, requiredText } from '../../wire/fields.ts'
import { countryCode, findDeliveryCountry } from '../../wire/countries.ts'

export const AddressInput = z.object({
  firstName: requiredText('Voornaam is verplicht', 100),
  lastName: requiredText('Achternaam is verplicht', 100),
  company: optionalText(100),
  street: requiredText('Straat is verplicht'),
  houseNumber: requiredText('Huisnummer is verplicht', 20),
  city: requiredText('Stad is verplicht', 100),
  postalCode: requiredText('Postcode is verplicht', 20),
  /** One of the list, by its name or code; kept by its name. */
  country: requiredText('Land is verplicht', 60)
    .refine(typed => typed === '' || countryCode(typed) !== null, 'Kies een land uit de lijst.')
    .overwrite(typed => findDeliveryCountry(typed)?.name ?? typed)
    .default('Nederland'),
  isDefault: z.boolean().default(false),
})
export type AddressInput = z.output<typeof AddressInput>

export const Address = z.object({
  id,
  firstName: z.string(),
  lastName: z.string(),
  company: z.string().nullable(),
  street: z.string(),
  houseNumber: z.string(),
  city: z.string(),
  postalCode: z.string(),
  country: z.string(),
  isDefault: z.boolean(),
  createdAt: dateTime,
})
export type Address = z.output<typeof Address>

export const listAddresses = endpoint('GET /api/addresses', 'customer', {
  summary: "One's own addresses, the default one first",
  output: z.array(Address),
})

export const createAddress = endpoint('POST /api/addresses', 'customer', {
  summary: 'Add an address, in one of the countries of the list; the first becomes the default',
  input: AddressInput,
  output: Address,
  problems: ['TOO_MANY_ADDRESSES'],
})

export const updateAddress = endpoint('PUT /api/addresses/:addressId', 'customer', {
  summary:
    'Write an address anew; whether it is the default stays as it is when that is left out, and one that no longer is leaves it to another',
  input: AddressInput.extend({ addressId: id, isDefault: z.boolean().optional() }),
  output: Address,
})

export const deleteAddress = endpoint('DELETE /api/addresses/:addressId', 'customer', {
  summary: 'Remove an address; of those that are left the oldest becomes the default',
  input: z.object({ addressId: id }),
  output: z.null(),
})

export const FoundAddress = z.object({ street: z.string(), city: z.string() })
export type FoundAddress = z.output<typeof FoundAddress>

export const lookUpAddress = endpoint('GET /api/addresses/lookup', 'shopper', {
  summary: 'The street and city of a Dutch postcode and house number; 204 when they are not known',
  input: z.object({ postalCode: z.string().max(20), houseNumber: z.string().max(20) }),
  output: FoundAddress.nullable(),
  alsoAnswers: [204],
})
