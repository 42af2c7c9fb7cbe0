import { loadSharp, openImage, withImageErrors } from '../../platform/files/imageProcessing.ts'
import { Problem } from '../../wire/problem.ts'
import { findNationalNumbers } from './nationalNumber.rules.ts'
import type { Box, TextReader } from './textReader.gateway.ts'

/** Pixels of the longer side: a document that fills the picture is legible. */
const LONGEST_SIDE = 2000
/** A photo is read from each side, because a phone lies as it likes. */
const ROTATIONS = 4

/**
 * Re-encodes a photo of a document without its metadata, and blacks out each citizen number that is read on it.
 * @returns a WebP
 * @throws Problem as `openImage` does; INVALID_INPUT when a number can still be read after that; PROVIDER_UNAVAILABLE
 */
export async function maskDocument(reader: TextReader, sent: Buffer): Promise<Buffer> {
  const picture = await openImage(sent)
  const sharp = await loadSharp()
  let png: Buffer = await withImageErrors(
    picture()
      .resize({ width: LONGEST_SIDE, height: LONGEST_SIDE, fit: 'inside', withoutEnlargement: true })
      .png()
      .toBuffer(),
  )
  for (let turn = 0; turn < ROTATIONS; turn += 1) {
    const visible = await findVisibleNumbers(reader, png)
    if (visible.length > 0) {
      png = await blackOut(png, visible)
      if ((await findVisibleNumbers(reader, png)).length > 0) throw numberIsVisible()
    }
    png = await sharp(png).rotate(90).png().toBuffer()
  }
  return sharp(png).webp({ quality: 85 }).toBuffer()
}

const findVisibleNumbers = async (reader: TextReader, png: Buffer): Promise<Box[]> =>
  (await reader.read(png)).flatMap(({ words }) => findNationalNumbers(words))

async function blackOut(png: Buffer, boxes: readonly Box[]): Promise<Buffer> {
  const sharp = await loadSharp()
  const picture = await sharp(png).metadata()
  const layers = boxes.map(({ x0, y0, x1, y1 }) => {
    const [left, top] = [Math.max(0, Math.floor(x0)), Math.max(0, Math.floor(y0))]
    const width = Math.min(picture.width, Math.ceil(x1)) - left
    const height = Math.min(picture.height, Math.ceil(y1)) - top
    return { input: { create: { width, height, channels: 3 as const, background: '#000000' } }, left, top }
  })
  return sharp(png).composite(layers).png().toBuffer()
}

const numberIsVisible = () => {
  const message =
    'Je burgerservicenummer of rijksregisternummer is nog te lezen. Maak het zwart en stuur de foto opnieuw; deze is niet bewaard.'
  return new Problem('INVALID_INPUT', { message, fields: { document: message } })
}
