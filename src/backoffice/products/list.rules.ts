/** How far the list is counted; less far with a search. */
export const maxCounted = (q: string): number => (q === '' ? 10_000 : 1000)

const figure = new Intl.NumberFormat('nl-NL')

/** `1` → `1 product`; `10000` with as many as `most` → `10.000 producten of meer`. */
export const formatProductCount = (total: number, most: number): string =>
  `${figure.format(total)} ${total === 1 ? 'product' : 'producten'}${total >= most ? ' of meer' : ''}`
