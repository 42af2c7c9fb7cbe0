import { describe, expect, it } from 'vitest'
import { validatePictureFiles } from './fileValidation.rules.ts'
import { MAX_PICTURE_BYTES } from '../contract.ts'

const file = (name: string, changes: object = {}) => ({ name, type: 'image/png', size: 10, ...changes })

describe('selected files', () => {
  it('are accepted when they are pictures of an allowed size', () => {
    const right = [
      file('a.png'),
      file('b.webp', { type: 'image/webp' }),
      file('c.jpg', { size: MAX_PICTURE_BYTES }),
    ]
    expect(validatePictureFiles(right, 0)).toEqual({ accepted: right, refusals: [] })
  })

  it('are refused by name, and the others accepted', () => {
    const right = file('goed.png')
    const wrong = [
      file('boek.pdf', { type: 'application/pdf' }),
      file('tekening.svg', { type: 'image/svg+xml' }),
      file('leeg.png', { size: 0 }),
      file('groot.png', { size: MAX_PICTURE_BYTES + 1 }),
    ]
    expect(validatePictureFiles([...wrong, right], 0)).toEqual({
      accepted: [right],
      refusals: [
        '“boek.pdf” is geen JPG, PNG of WebP.',
        '“tekening.svg” is geen JPG, PNG of WebP.',
        '“leeg.png” is leeg.',
        '“groot.png” is groter dan 20 MB.',
      ],
    })
  })

  it('are accepted up to twenty', () => {
    const fifty = Array.from({ length: 50 }, (_, at) => file(`${at}.png`))
    const { accepted, refusals } = validatePictureFiles(fifty, 3)
    expect(accepted).toEqual(fifty.slice(0, 17))
    expect(refusals).toEqual(['Hoogstens 20 foto’s: de laatste 33 zijn niet toegevoegd.'])
    expect(validatePictureFiles([file('a.png')], 20)).toMatchObject({
      accepted: [],
      refusals: ['Hoogstens 20 foto’s: de laatste is niet toegevoegd.'],
    })
  })
})
