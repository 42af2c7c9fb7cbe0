import sharp, { type Metadata } from 'sharp'
import { Problem } from '../wire/problem.ts'

/** What we are willing to unfold: the largest cameras of phones stay below it. */
const LONGEST_SIDE = 12_000
const MOST_PIXELS = 60_000_000

/** The first bytes of what we take, and how sharp calls it. A drawing (SVG) is a program, and not among them. */
const kinds = [
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
interface Frame {
  width: number
  height: number
}

/**
 * A picture that someone sent, drawn anew as a WebP of these pixels: of what else was in the file, such as where it was taken or
 * a program, nothing is left. The name and the type that came with it are not believed.
 * @throws Problem UNSUPPORTED_TYPE for what is no JPEG, PNG or WebP, or only a part of one; TOO_LARGE for too many pixels
 */
export async function drawPicture(sent: Buffer, frame: Frame): Promise<Buffer> {
  const kind = kinds.find(({ isOne }) => isOne(sent))
  if (!kind) throw notAPicture()
  const picture = () => sharp(sent, { limitInputPixels: MOST_PIXELS, failOn: 'warning' })
  const { format, width, height } = await readable(sharp(sent, { limitInputPixels: false }).metadata())
  if (format !== kind.format) throw notAPicture()
  if (Math.max(width, height) > LONGEST_SIDE || width * height > MOST_PIXELS)
    throw new Problem('TOO_LARGE', { message: 'Deze foto heeft te veel beeldpunten. Kies een kleinere.' })
  return readable(
    picture()
      .autoOrient()
      .resize({ ...frame, fit: 'cover' })
      .flatten({ background: '#faf7f5' })
      .webp({ quality: 82 })
      .toBuffer(),
  )
}

async function readable<T extends Buffer | Metadata>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch {
    throw notAPicture()
  }
}

const notAPicture = () =>
  new Problem('UNSUPPORTED_TYPE', { message: 'Kies een foto: een JPG, PNG of WebP die heel is.' })
