import sharp, { type Sharp } from 'sharp'
import { Problem } from '../wire/problem.ts'

/** What we are willing to unfold: the largest cameras of phones stay below it. */
const MAX_SIDE = 12_000
const MAX_PIXELS = 60_000_000

/** The first bytes of what we take, and how sharp calls it. A drawing (SVG) is a program, and not among them. */
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

// Each picture is worked on once: keeping what was read would only hold memory.
sharp.cache(false)

/** Pixels of a picture as it is kept: what does not fit is cut off at the edges. */
interface ImageSize {
  width: number
  height: number
}

/** Whether a file begins as one of what we take; twelve bytes are enough to tell. */
export const hasImageSignature = (bytes: Buffer): boolean => imageFormats.some(({ isOne }) => isOne(bytes))

/**
 * A picture that someone sent, upright and ready to be drawn anew as often as it is called: of what else was in the file, such as
 * where it was taken or a program, nothing is left. The name and the type that came with it are not believed.
 * @throws Problem UNSUPPORTED_TYPE for what is no JPEG, PNG or WebP; TOO_LARGE for too many pixels
 */
export async function openImage(sent: Buffer): Promise<() => Sharp> {
  const kind = imageFormats.find(({ isOne }) => isOne(sent))
  if (!kind) throw notAnImage()
  const { format, width, height } = await withImageErrors(sharp(sent, { limitInputPixels: false }).metadata())
  if (format !== kind.format) throw notAnImage()
  if (Math.max(width, height) > MAX_SIDE || width * height > MAX_PIXELS)
    throw new Problem('TOO_LARGE', { message: 'Deze foto heeft te veel beeldpunten. Kies een kleinere.' })
  return () =>
    sharp(sent, { limitInputPixels: MAX_PIXELS, failOn: 'warning' })
      .autoOrient()
      .flatten({ background: '#faf7f5' })
}

/**
 * A picture that someone sent, drawn anew as a WebP of these pixels.
 * @throws Problem as `openImage` does; UNSUPPORTED_TYPE also for a part of a picture
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
 * What comes of reading a picture.
 * @throws Problem UNSUPPORTED_TYPE when it can't be read to its end
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
