import sharp from 'sharp'
import { afterAll, expect, it } from 'vitest'
import { maskDocument } from './masking.service.ts'
import { createTextReader } from './textReader.gateway.ts'

const reader = createTextReader()
afterAll(() => reader.close())
const PATIENT = { timeout: 60_000 }

const card = (lines: string[]) =>
  sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="1000" height="600"><rect width="100%" height="100%" fill="#fff"/>${lines
        .map(
          (text, at) =>
            `<text x="40" y="${100 + at * 90}" font-family="monospace" font-size="36">${text}</text>`,
        )
        .join('')}</svg>`,
    ),
  )
    .png()
    .toBuffer()

const textOn = async (picture: Buffer) =>
  (await reader.read(await sharp(picture).png().toBuffer()))
    .flatMap(({ words }) => words.map(({ text }) => text))
    .join(' ')

it('blacks out a citizen number, and leaves the name and the dates', PATIENT, async () => {
  const masked = await maskDocument(
    reader,
    await card(['DE BRUIJN', '10 MAR 1985', '111222333', '85.07.30-033.28']),
  )
  const text = await textOn(masked)
  expect(text).toContain('BRUIJN')
  expect(text).toContain('1985')
  expect(text.replaceAll(/\D/g, '')).not.toMatch(/111222333|85073003328/)
  expect((await sharp(masked).metadata()).format).toBe('webp')
})

it('finds the number on a photo that lies on its side', PATIENT, async () => {
  const upright = await card(['DE BRUIJN', '111222333'])
  const masked = await maskDocument(reader, await sharp(upright).rotate(90).png().toBuffer())
  const text = await textOn(await sharp(masked).rotate(270).png().toBuffer())
  expect(text).toContain('BRUIJN')
  expect(text).not.toContain('111222333')
})

it('refuses a photo on which a number can still be read', PATIENT, async () => {
  const words = [{ text: '111222333', bbox: { x0: 0, y0: 0, x1: 90, y1: 20 } }]
  const stubborn = { read: async () => [{ words }], close: async () => undefined }
  await expect(maskDocument(stubborn, await card(['niets']))).rejects.toMatchObject({
    code: 'INVALID_INPUT',
    message: expect.stringContaining('nog te lezen'),
  })
})
