const range = (first: number, last: number): string =>
  String.fromCodePoint(...Array.from({ length: last - first + 1 }, (_, index) => first + index))

/**
 * The characters of the fonts: ASCII and Latin-1 for Dutch and its neighbours, with the punctuation and arrows that our texts use.
 * Where a font lacks one of them (arrows), the browser takes it from another font.
 */
export const characters = `${range(0x20, 0x7e)}${range(0xa0, 0xff)}ĲĳŒœ‘’‚“”„–—…•‹›€™−×→←↑↓·≤≥`
