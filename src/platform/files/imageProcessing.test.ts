import { readFile } from 'node:fs/promises'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { processImage } from './imageProcessing.ts'

const photo = (name: string) => readFile(new URL(`../../../tests/support/pictures/${name}`, import.meta.url))
const frame = { width: 80, height: 60 }

test.each(['18-bytes-before-tables.jpg', 'scan-ends-at-0.jpg'])(
  'a photo that every viewer opens is accepted: %s',
  async name => {
    const made = await processImage(await photo(name), frame)
    expect(await sharp(made).metadata()).toMatchObject({ format: 'webp', ...frame })
  },
)

test('a truncated photo is refused, wherever it ends', async () => {
  const refusal = expect.objectContaining({ code: 'UNSUPPORTED_TYPE' }) as unknown
  await expect(processImage(await photo('truncated.jpg'), frame)).rejects.toEqual(refusal)
  const whole = sharp(await photo('scan-ends-at-0.jpg'), { failOn: 'error' })
  const sent = [
    await whole.clone().jpeg().toBuffer(),
    await whole.clone().jpeg({ progressive: true }).toBuffer(),
    await whole.clone().png().toBuffer(),
    await whole.clone().webp().toBuffer(),
  ]
  for (const bytes of sent)
    for (const part of [0.1, 0.5, 0.99])
      await expect(processImage(bytes.subarray(0, bytes.length * part), frame)).rejects.toEqual(refusal)
})
