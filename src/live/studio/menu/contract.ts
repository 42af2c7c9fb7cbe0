import { z } from 'zod'
import { endpoint } from '../../../wire/endpoint.ts'
import { id } from '../../../wire/fields.ts'
import { Menu } from '../../menu/contract.ts'
import { toyFunctionNames } from '../../toys/contract.ts'

const ToyFunctions = z.array(z.enum(toyFunctionNames)).max(toyFunctionNames.length)

export const AllowedFunctions = ToyFunctions.min(
  1,
  'Laat minstens één functie aan, of haal de toy uit de uitzending.',
)

const Favourite = z.object({ userId: id, displayName: z.string() })

export const OwnMenu = Menu.extend({
  toys: z.array(
    z.object({
      toyId: id,
      name: z.string(),
      /** Its functions, and those that others may use. */
      functions: ToyFunctions,
      allowed: ToyFunctions,
    }),
  ),
  favourites: z.array(Favourite),
})
export type OwnMenu = z.output<typeof OwnMenu>

export const readMenu = endpoint('GET /api/studio/menu', 'model', {
  summary: "What one lets others do with one's toys, and who may",
  output: OwnMenu,
})

export const changeMenu = endpoint('PUT /api/studio/menu', 'model', {
  summary:
    "Change one's menu: it applies at once, but who may come, the pause and a longer session at the next start",
  input: Menu.extend({
    toys: z.array(z.object({ toyId: id, allowed: AllowedFunctions })).max(100),
  }),
  output: OwnMenu,
})

export const markFavourite = endpoint('PUT /api/studio/favourites/:userId', 'model', {
  summary: 'Mark a person as a favourite; told to nobody',
  input: z.object({ userId: id }),
  output: z.null(),
  problems: ['NOT_FOUND'],
})

export const unmarkFavourite = endpoint('DELETE /api/studio/favourites/:userId', 'model', {
  summary: 'Mark a person as a favourite no more',
  input: z.object({ userId: id }),
  output: z.null(),
})
