import type { Sharp } from 'sharp'
import { loadSharp, openImage, withImageErrors } from '../../platform/files/imageProcessing.ts'
import { detectBackground, type RgbPixels } from './background.rules.ts'

/** Size of the largest rendition, in pixels; all have the ratio 4:5. */
const LARGEST_RENDITION = { width: 1200, height: 1500 }
/** Widths, in pixels, as `Picture` requests them. */
const widths = [400, 800, 1200]
const formats = ['webp', 'avif'] as const

/** Steps of the processing: the picture itself, and each rendition. */
export const PROCESSING_STEPS = 1 + widths.length * formats.length

/**
 * Makes the renditions of a picture. One on a plain background is padded with that background to 4:5; any other is cropped
 * around its most salient part.
 * @param isWhole pads any picture: text on it must be whole
 * @throws Problem UNSUPPORTED_TYPE, TOO_LARGE
 */
export async function createRenditions(sent: Buffer, isWhole = false) {
  const [sharp, picture] = [await loadSharp(), await openImage(sent)]
  const plain = () => picture().toColourspace('srgb').removeAlpha()
  const small = await rawOf(plain().resize({ width: 80, height: 80, fit: 'inside' }))
  const { colour, isPlain } = detectBackground(small)
  const whole = await rawOf(
    plain().resize(
      isPlain || isWhole
        ? { ...LARGEST_RENDITION, fit: 'contain', background: `#${colour}` }
        : { ...LARGEST_RENDITION, fit: 'cover', position: sharp.strategy.attention },
    ),
  )
  return {
    /** The background colour, six hexadecimal digits. */
    colour,
    /** One at a time. */
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
