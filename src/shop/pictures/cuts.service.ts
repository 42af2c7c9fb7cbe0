import sharp, { type Sharp } from 'sharp'
import { openPicture, readable } from '../../platform/picture.ts'
import { edgeOf, type Pixels } from './edge.rules.ts'

/** Pixels of the largest cut; all of them are 4:5, as the shop shows them. */
const FULL = { width: 1200, height: 1500 }
/** As `web/ui/Picture.tsx` asks for them. */
const widths = [400, 800, 1200]
const formats = ['webp', 'avif'] as const

/** Steps of a drawing: the picture itself, and each cut of it. */
export const STEPS = 1 + widths.length * formats.length

interface Drawn {
  /** Of the ground that it stands on: six hexadecimal digits. */
  colour: string
  /** One cut after the other. */
  cuts: () => AsyncGenerator<{ name: string; content: Buffer }>
}

/**
 * Draws a picture for the shop. One that stands on a plain ground gets more of that ground where it is not 4:5; of any other
 * the edges are cut off, around what catches the eye.
 * @throws Problem UNSUPPORTED_TYPE, TOO_LARGE
 */
export async function drawForShop(sent: Buffer): Promise<Drawn> {
  const picture = await openPicture(sent)
  const plain = () => picture().toColourspace('srgb').removeAlpha()
  const small = await rawOf(plain().resize({ width: 80, height: 80, fit: 'inside' }))
  const { colour, isPlain } = edgeOf(small)
  const whole = await rawOf(
    plain().resize(
      isPlain
        ? { ...FULL, fit: 'contain', background: `#${colour}` }
        : { ...FULL, fit: 'cover', position: sharp.strategy.attention },
    ),
  )
  return {
    colour,
    async *cuts() {
      const raw = { raw: { width: whole.width, height: whole.height, channels: 3 as const } }
      for (const width of widths) {
        const cut = () => sharp(whole.data, raw).resize({ width })
        yield { name: `${width}.webp`, content: await cut().webp({ quality: 82 }).toBuffer() }
        yield { name: `${width}.avif`, content: await cut().avif({ quality: 58, effort: 2 }).toBuffer() }
      }
    },
  }
}

async function rawOf(picture: Sharp): Promise<Pixels> {
  const { data, info } = await readable(picture.raw().toBuffer({ resolveWithObject: true }))
  return { data, width: info.width, height: info.height }
}
