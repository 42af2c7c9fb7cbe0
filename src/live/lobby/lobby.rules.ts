import { wordsOf } from '../creatorPages/words.rules.ts'
import type { Toy, ToyCreator } from '../toys/contract.ts'
import { functionLabels } from '../toys/functionLabels.rules.ts'

/** A person in the lobby with the toys of hers that are on the air; a toy without a creator's page stands alone. */
export interface LobbyPerson {
  key: string
  creator: ToyCreator | null
  toys: Toy[]
  /** Nobody can start on any of the toys now. */
  isBusy: boolean
}

/** The toys by person, favourites first, otherwise in the order of the toys. */
export function groupByPerson(
  toys: readonly Toy[],
  favourites: { has(slug: string): boolean },
): LobbyPerson[] {
  const people = [...Map.groupBy(toys, ({ creator, id }) => creator?.slug ?? `toy ${id}`)].map(
    ([key, its]): LobbyPerson => ({
      key,
      creator: its[0]?.creator ?? null,
      toys: its,
      isBusy: its.every(({ busy }) => busy),
    }),
  )
  const rank = ({ creator }: LobbyPerson) => (creator && favourites.has(creator.slug) ? 0 : 1)
  return people.toSorted((a, b) => rank(a) - rank(b))
}

/** Whether each word of a search term begins a word of the person's name, mood or likes, or of a toy and its functions. */
export function isFound({ creator, toys }: LobbyPerson, term: string): boolean {
  const texts = [
    creator?.stageName,
    creator?.mood,
    ...(creator?.likes ?? []),
    ...toys.flatMap(({ name, type, capabilities }) => [
      name,
      type,
      ...capabilities.functions.map(each => functionLabels[each]),
    ]),
  ]
  const words = wordsOf(texts.filter(Boolean).join(' '))
  return wordsOf(term).every(typed => words.some(word => word.startsWith(typed)))
}

/** For how long a session lasts already: `bezig sinds 12 min`. @param now milliseconds since 1970, as `busySince` */
export function busyText(busySince: string | null, now: number): string {
  if (busySince === null) return 'bezig'
  const minutes = Math.floor((now - Date.parse(busySince)) / 60_000)
  if (minutes < 1) return 'net begonnen'
  if (minutes < 60) return `bezig sinds ${minutes} min`
  return `bezig sinds ${Math.floor(minutes / 60)} uur`
}
