/** The list with or without the item. */
export const withItemToggled = (list: string[], item: string, isIn: boolean): string[] =>
  isIn ? [...list.filter(other => other !== item), item] : list.filter(other => other !== item)

/** The tab in the URL (`?tab=…`); the first one for an unknown value. */
export const tabFromUrl = <T extends string>(tabs: readonly [T, ...T[]], named: string | null): T =>
  tabs.find(tab => tab === named) ?? tabs[0]
