/**
 * Draws the demo shop's pictures: `node draw.ts` writes all of them to `src/app/demo/pictures/<name>/<width>.webp|avif`,
 * names after it draw those only, and `--sketch <folder>` writes quick small PNGs there instead.
 */
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import sharp from 'sharp'
import { candles } from './scenes/candles.ts'
import { care } from './scenes/care.ts'
import { hero } from './scenes/hero.ts'
import { massage } from './scenes/massage.ts'
import { reading } from './scenes/reading.ts'
import { silkStills } from './scenes/silk.ts'
import { tiles } from './scenes/tiles.ts'
import { toys } from './scenes/toys.ts'
import { final, grained, lit, pictureOf, sketch, type Pixels, type Size } from './picture.ts'
import type { Still } from './scene.ts'

type Format = Size & { widths: readonly number[] }
type Job = { name: string; make: () => Still; format: Format }

const upright: Format = { width: 1200, height: 1500, widths: [400, 800, 1200] }
const tile: Format = { width: 1200, height: 900, widths: [400, 800, 1200] }
const banner: Format = { width: 2400, height: 1350, widths: [800, 1600, 2400] }

const formatOf = (name: string): Format =>
  name === 'hero' ? banner : name.startsWith('category-') ? tile : upright

const jobs: Job[] = Object.entries({
  ...massage,
  ...silkStills,
  ...candles,
  ...toys,
  ...care,
  ...reading,
  ...tiles,
  ...hero,
}).map(([name, make]) => ({ name, make, format: formatOf(name) }))

/** A still's first picture has its name, the next ones `-2`, `-3`. */
const pictureName = (name: string, index: number): string => (index === 0 ? name : `${name}-${index + 1}`)

async function save(pixels: Pixels, name: string, widths: readonly number[]): Promise<void> {
  const folder = join(import.meta.dirname, '../../src/app/demo/pictures', name)
  await mkdir(folder, { recursive: true })
  for (const width of widths) {
    const { data, ...size } = await grained(pixels, width, name)
    const picture = sharp(data, { raw: { width: size.width, height: size.height, channels: 3 } })
    await picture
      .clone()
      .webp({ quality: 76, effort: 6, smartSubsample: true })
      .toFile(join(folder, `${width}.webp`))
    await picture
      .clone()
      .avif({ quality: 56, effort: 4 })
      .toFile(join(folder, `${width}.avif`))
  }
}

async function draw({ name, make, format }: Job): Promise<void> {
  const still = make()
  const baked = lit(still, final)
  const quality = name === 'hero' ? { ...final, oversize: 2, facet: 6 } : final
  for (const [index, shot] of still.shots.entries()) {
    const pixels = await pictureOf(still, baked, shot, format, quality)
    await save(pixels, pictureName(name, index), format.widths)
  }
}

async function drawSketch({ name, make, format }: Job, folder: string): Promise<void> {
  const still = make()
  const baked = lit(still, sketch)
  await mkdir(folder, { recursive: true })
  for (const [index, shot] of still.shots.entries()) {
    const size = { width: Math.round(format.width / 3), height: Math.round(format.height / 3) }
    const { data, ...at } = await pictureOf(still, baked, shot, size, sketch)
    const file = join(folder, `${pictureName(name, index)}.png`)
    await sharp(data, { raw: { width: at.width, height: at.height, channels: 3 } })
      .png()
      .toFile(file)
  }
}

// Every drawing is new: nothing in sharp's cache is ever asked for again.
sharp.cache(false)

const { values, positionals } = parseArgs({ allowPositionals: true, options: { sketch: { type: 'string' } } })
const unknown = positionals.filter(name => !jobs.some(job => job.name === name))
if (unknown.length > 0) throw new Error(`No still life is called ${unknown.join(', ')}.`)
for (const job of jobs.filter(({ name }) => positionals.length === 0 || positionals.includes(name))) {
  process.stdout.write(`${job.name} … `)
  const from = performance.now()
  await (values.sketch ? drawSketch(job, values.sketch) : draw(job))
  process.stdout.write(`${((performance.now() - from) / 1000).toFixed(1)} s\n`)
}
