import type { WebsiteAnalytics } from './contract.ts'
import { visitorCountryName, referrerName } from './labels.rules.ts'

export interface NamedCount {
  name: string
  count: number
}

interface Top {
  title: string
  /** What is counted. */
  unit: string
  /** Said where there is none. */
  none: string
  rows: (analytics: WebsiteAnalytics) => NamedCount[]
}

/** The lists that are shown short, and whole when asked for; the most first. */
export const topLists = {
  pages: {
    title: 'Pagina’s',
    unit: 'weergaven',
    none: 'Nog niets bekeken.',
    rows: ({ topPages }) => topPages.map(({ page, views }) => ({ name: page, count: views })),
  },
  referrers: {
    title: 'Gekomen via',
    unit: 'bezoeken',
    none: 'Nog geen bezoek.',
    rows: ({ referrerStats }) =>
      referrerStats.map(({ referrer, count }) => ({ name: referrerName(referrer), count })),
  },
  countries: {
    title: 'Landen',
    unit: 'bezoekers',
    none: 'Nog geen bezoekers.',
    rows: ({ countryStats }) =>
      countryStats.map(({ country, visitors }) => ({ name: visitorCountryName(country), count: visitors })),
  },
  searches: {
    title: 'Gezocht en niet gevonden',
    unit: 'keer',
    none: 'Niets gezocht dat er niet was.',
    rows: ({ emptySearches }) => emptySearches.map(({ query, count }) => ({ name: query, count })),
  },
} satisfies Record<string, Top>

export type TopListName = keyof typeof topLists

/** The first few, and all others as one; @param total of all, listed or not */
export function withRest(rows: NamedCount[], total: number, few: number): NamedCount[] {
  const shown = rows.slice(0, few)
  const rest = total - shown.reduce((sum, { count }) => sum + count, 0)
  return rest > 0 ? [...shown, { name: 'Overig', count: rest }] : shown
}
