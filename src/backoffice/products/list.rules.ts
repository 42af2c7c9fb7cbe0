/** How many are counted at most: fewer of words. */
export const maxCounted = (q: string): number => (q === '' ? 10_000 : 1000)

const figure = new Intl.NumberFormat('nl-NL')

/** `1` → `1 product`, `10000` of at most as many → `10.000 producten of meer`. */
export const formatProductCount = (total: number, most: number): string =>
  `${figure.format(total)} ${total === 1 ? 'product' : 'producten'}${total >= most ? ' of meer' : ''}`
