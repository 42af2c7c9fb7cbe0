import { z } from 'zod'
import { findCountryName } from '../../wire/countries.ts'
import { endpoint } from '../../wire/endpoint.ts'
import { dateTime, id, typedText } from '../../wire/fields.ts'

/** How many countries and regions a creator can choose. */
export const MAX_AREAS = 500
/** How many hashes a list of contacts can have, and how often it can be replaced in a day. */
export const MAX_CONTACTS = 10_000
export const MAX_UPLOADS_PER_DAY = 5
export const TOO_MANY_CONTACTS = 'Je lijst is te lang: hoogstens 10.000 adressen en nummers.'

const BlockedUser = z.object({ userId: id, displayName: z.string(), createdAt: dateTime })

export const listBlockedUsers = endpoint('GET /api/studio/blocks', 'model', {
  summary: 'Whom one has blocked, the newest first',
  output: z.array(BlockedUser),
})

export const blockUser = endpoint('POST /api/studio/blocks', 'model', {
  summary: 'One does not exist for this user any more; what they control of one’s toys ends',
  input: z.object({ userId: id }),
  output: z.object({ userId: id }),
  problems: ['NOT_FOUND', 'CONFLICT'],
})

export const unblockUser = endpoint('DELETE /api/studio/blocks/:userId', 'model', {
  summary: 'One exists for this user again',
  input: z.object({ userId: id }),
  output: z.null(),
})

/** A country, or with the first digits of postcodes a region of it. */
export const BlockedArea = z.object({ id, country: z.string(), postcode: z.string() })
export type BlockedArea = z.output<typeof BlockedArea>

const Hiding = z.object({
  areas: z.array(BlockedArea),
  /** How many hashes the list of contacts has; never how many of them are somebody's here. */
  contacts: z.int(),
  isPublicDespiteBlocks: z.boolean(),
  isForMembersOnly: z.boolean(),
})

export const readHiding = endpoint('GET /api/studio/hiding', 'model', {
  summary: 'In which countries and regions one is hidden, and how long the list of contacts is',
  output: Hiding,
})

export const hideInArea = endpoint('POST /api/studio/hiding/areas', 'model', {
  summary:
    'Be hidden from accounts of a country, or with a postcode of a region of the Netherlands or Belgium',
  input: z.object({
    country: z
      .string('Kies een land uit de lijst.')
      .refine(code => findCountryName(code) !== undefined, 'Kies een land uit de lijst.'),
    postcode: typedText()
      .regex(/^([1-9]\d(\d\d)?)?$/, 'Vul de eerste 2 of alle 4 cijfers van een postcode in.')
      .default(''),
  }),
  output: z.null(),
  status: 204,
  problems: ['CONFLICT'],
})

export const showInArea = endpoint('DELETE /api/studio/hiding/areas/:areaId', 'model', {
  summary: 'Be no longer hidden in a country or region',
  input: z.object({ areaId: id }),
  output: z.null(),
  problems: ['NOT_FOUND'],
})

export const replaceContacts = endpoint('PUT /api/studio/hiding/contacts', 'model', {
  summary:
    'Be hidden from whoever has one of these addresses or numbers: the first 128 bits of the SHA-256 of each, made by the browser; replaces the list, and says nothing of whom it finds',
  input: z.object({
    hashes: z
      .array(z.string().regex(/^[\w-]{22}$/, 'Deze lijst is niet goed aangekomen. Kies hem opnieuw.'))
      .max(MAX_CONTACTS, TOO_MANY_CONTACTS),
  }),
  output: z.null(),
  status: 204,
  problems: ['RATE_LIMITED'],
})

export const setPublicPage = endpoint('PUT /api/studio/hiding/page', 'model', {
  summary: 'Let visitors without an account see one’s page although one is hidden from some, or no longer',
  input: z.object({ isPublicDespiteBlocks: z.boolean() }),
  output: z.null(),
  status: 204,
})
