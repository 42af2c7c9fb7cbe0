import sharp, { type Sharp } from 'sharp'
import { openImage, withImageErrors } from '../../platform/imageProcessing.ts'
import { detectBackground, type RgbPixels } from './background.rules.ts'

/** Pixels of the largest cut; all of them are 4:5, as the shop shows them. */
const LARGEST_RENDITION = { width: 1200, height: 1500 }
/** As `web/ui/Picture.tsx` asks for them. */
const widths = [400, 800, 1200]
const formats = ['webp', 'avif'] as const

/** Steps of a drawing: the picture itself, and each cut of it. */
export const PROCESSING_STEPS = 1 + widths.length * formats.length

interface ProcessedImage {
  /** Of the ground that it stands on: six hexadecimal digits. */
  colour: string
  /** One cut after the other. */
  renditions: () => AsyncGenerator<{ name: string; content: Buffer }>
}

/**
 * Draws a picture for the shop. One that stands on a plain ground gets more of that ground where it is not 4:5; of any other
 * the edges are cut off, around what catches the eye.
 * @throws Problem UNSUPPORTED_TYPE, TOO_LARGE
 */
export async function createRenditions(sent: Buffer): Promise<ProcessedImage> {
  const picture = await openImage(sent)
  const plain = () => picture().toColourspace('srgb').removeAlpha()
  const small = await rawOf(plain().resize({ width: 80, height: 80, fit: 'inside' }))
  const { colour, isPlain } = detectBackground(small)
  const whole = await rawOf(
    plain().resize(
      isPlain
        ? { ...LARGEST_RENDITION, fit: 'contain', background: `#${colour}` }
        : { ...LARGEST_RENDITION, fit: 'cover', position: sharp.strategy.attention },
    ),
  )
  return {
    colour,
    async *renditions() {
      const raw = { raw: { width: whole.width, height: whole.height, channels: 3 as const } }
      for (const width of widths) {
        const resized = () => sharp(whole.data, raw).resize({ width })
        yield { name: `${width}.webp`, content: await resized().webp({ quality: 82 }).toBuffer() }
        yield { name: `${width}.avif`, content: await resized().avif({ quality: 58, effort: 2 }).toBuffer() }
      }
    },
  }
}

async function rawOf(picture: Sharp): Promise<RgbPixels> {
  const { data, info } = await withImageErrors(picture.raw().toBuffer({ resolveWithObject: true }))
  return { data, width: info.width, height: info.height }
}
