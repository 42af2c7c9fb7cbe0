/** @param most how many UTF-16 units remain of a longer text, with `…` behind them; half of an emoji, which PostgreSQL refuses, is left out */
export const truncateText = (text: string, most: number): string =>
  text.length > most ? `${text.slice(0, most).replace(/[\uD800-\uDBFF]$/, '')}…` : text
