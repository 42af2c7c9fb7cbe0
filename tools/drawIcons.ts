import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'

/** Draws the icons of the installed app from the favicon: `node tools/drawIcons.ts`. */
const folder = join(import.meta.dirname, '../src/ui/public')
const favicon = await readFile(join(folder, 'favicon.svg'), 'utf8')

/** Systems cut a shape of their own out of these: no round corners, and the mark inside of the visible part. */
const fullBleed = (scale: number) =>
  favicon
    .replace(/ rx="\d+"/, '')
    .replace('<path ', `<path transform="translate(16 16) scale(${scale}) translate(-16 -16)" `)

const icons = [
  { name: 'icon-180.png', size: 180, svg: fullBleed(0.9) },
  { name: 'icon-192.png', size: 192, svg: favicon },
  { name: 'icon-512.png', size: 512, svg: favicon },
  { name: 'icon-maskable.png', size: 512, svg: fullBleed(0.8) },
]
for (const { name, size, svg } of icons) {
  await sharp(Buffer.from(svg), { density: 72 * 16 })
    .resize(size)
    .png({ palette: true, compressionLevel: 9 })
    .toFile(join(folder, name))
}
