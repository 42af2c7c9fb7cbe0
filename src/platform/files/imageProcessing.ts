import type { Sharp } from 'sharp'
import { Problem } from '../../wire/problem.ts'

/** Limits on decoding, above the largest phone cameras. */
const MAX_SIDE = 12_000
const MAX_PIXELS = 60_000_000

/** The signatures of the accepted formats, by sharp's names. SVG is not accepted, because it can contain scripts. */
const imageFormats = [
  { format: 'jpeg', isOne: (bytes: Buffer) => bytes.subarray(0, 3).equals(Buffer.from('ffd8ff', 'hex')) },
  {
    format: 'png',
    isOne: (bytes: Buffer) => bytes.subarray(0, 8).equals(Buffer.from('89504e470d0a1a0a', 'hex')),
  },
  {
    format: 'webp',
    isOne: (bytes: Buffer) =>
      bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP',
  },
]

/** The image library, loaded with the first image: it is 20 MB of memory. */
export async function loadSharp() {
  const { default: sharp } = await import('sharp')
  // Each image is processed once, so a cache would only use memory.
  sharp.cache(false)
  return sharp
}

/** In pixels; an image of another ratio is cropped. */
interface ImageSize {
  width: number
  height: number
}

/** Whether a file's first twelve bytes are the signature of an accepted format. */
export const hasImageSignature = (bytes: Buffer): boolean => imageFormats.some(({ isOne }) => isOne(bytes))

/**
 * Checks an uploaded image by its bytes, whatever its name and type say. The returned function decodes it upright, as often as it
 * is called; re-encoding drops the metadata, such as where it was taken, and anything else in the file. A warning is no reason to refuse one:
 * phones and scanners write files that every viewer opens with one. A truncated file is an error.
 * @throws Problem UNSUPPORTED_TYPE for anything but a JPEG, PNG or WebP; TOO_LARGE for too many pixels
 */
export async function openImage(sent: Buffer): Promise<() => Sharp> {
  const kind = imageFormats.find(({ isOne }) => isOne(sent))
  if (!kind) throw notAnImage()
  const sharp = await loadSharp()
  const { format, width, height } = await withImageErrors(
    sharp(sent, { limitInputPixels: false, failOn: 'error' }).metadata(),
  )
  if (format !== kind.format) throw notAnImage()
  if (Math.max(width, height) > MAX_SIDE || width * height > MAX_PIXELS)
    throw new Problem('TOO_LARGE', { message: 'Deze foto heeft te veel beeldpunten. Kies een kleinere.' })
  return () =>
    sharp(sent, { limitInputPixels: MAX_PIXELS, failOn: 'error' })
      .autoOrient()
      .flatten({ background: '#faf7f5' })
}

/**
 * Re-encodes an uploaded image as a WebP of this size.
 * @throws Problem as `openImage` does; UNSUPPORTED_TYPE also for a truncated image
 */
export async function processImage(sent: Buffer, frame: ImageSize): Promise<Buffer> {
  const picture = await openImage(sent)
  return withImageErrors(
    picture()
      .resize({ ...frame, fit: 'cover' })
      .webp({ quality: 82 })
      .toBuffer(),
  )
}

/**
 * Awaits work on an image.
 * @throws Problem UNSUPPORTED_TYPE when the image can't be decoded
 */
export async function withImageErrors<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch {
    throw notAnImage()
  }
}

const notAnImage = () =>
  new Problem('UNSUPPORTED_TYPE', { message: 'Kies een foto: een JPG, PNG of WebP die heel is.' })
