import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import subsetFont from 'subset-font'
import { characters } from './fontCharacters.ts'

/**
 * Cuts the fonts down to the pages' characters: `node tools/subsetFonts.ts`, after a change of their packages. Headings have one weight,
 * and an optical size between those of the smallest and the largest heading.
 */
const packages = join(import.meta.dirname, '../node_modules/@fontsource-variable')
const folder = join(import.meta.dirname, '../src/ui/fonts')

const fonts = [
  {
    source: 'fraunces/files/fraunces-latin-opsz-normal.woff2',
    target: 'fraunces.woff2',
    variationAxes: { wght: 360, opsz: 40 },
  },
  {
    source: 'instrument-sans/files/instrument-sans-latin-wght-normal.woff2',
    target: 'instrument-sans.woff2',
    variationAxes: { wght: { min: 400, max: 600 } },
  },
]

for (const { source, target, variationAxes } of fonts) {
  const font = await readFile(join(packages, source))
  await writeFile(
    join(folder, target),
    await subsetFont(font, characters, { targetFormat: 'woff2', variationAxes }),
  )
}
