import sharp from 'sharp'
import { FormData } from 'undici'

/** A small picture. */
const picture = new Blob([
  new Uint8Array(
    await sharp({ create: { width: 8, height: 8, channels: 3, background: '#8a2a4a' } })
      .png()
      .toBuffer(),
  ),
])
const noPicture = new Blob(['geen foto'])
const csv = (lines: string) => new Blob([lines])
const products = 'SKU,Naam,Prijs,Voorraad\nK-1,Kaars,"10,00",5\n'
const statement =
  '<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><Stmt></Stmt></BkToCstmrStmt></Document>'

type Part = [name: string, value: string | Blob, file?: string]

/** Forms with a file, by operation: valid ones first. */
const forms: Record<string, Part[][]> = {
  'POST /api/profile/avatar': [
    [['avatar', picture, 'a.png']],
    [['avatar', noPicture, 'a.png']],
    [['foto', picture, 'a.png']],
  ],
  'POST /api/creator-application/documents': [
    [['document', picture, 'a.png']],
    [['document', noPicture, 'a.png']],
    [['foto', picture, 'a.png']],
  ],
  'POST /api/admin/pictures': [
    [['images', picture, 'a.png']],
    [
      ['images', picture, 'a.png'],
      ['images', picture, '../../a.png'],
    ],
    [['images', noPicture, 'a.png']],
    [],
  ],
  'POST /api/admin/gifts/{giftId}/picture': [[['picture', picture, 'a.png']], [['picture', noPicture, '']]],
  'POST /api/admin/payout-statements': [
    [['file', csv(statement), 'afschrift.xml']],
    [['file', csv(`<!DOCTYPE a>${statement}`), 'afschrift.xml']],
    [['file', csv('geen XML'), 'afschrift.xml']],
    [['foto', picture, 'a.png']],
  ],
  'POST /api/admin/files/{fileId}/parts': [
    [
      ['offset', '0'],
      ['part', csv('x'), 'part'],
    ],
    [
      ['offset', '-1'],
      ['part', csv('x'), 'part'],
    ],
    [
      ['offset', '9007199254740993'],
      ['part', csv('x'), 'part'],
    ],
    [
      ['part', csv('x'), 'part'],
      ['offset', '0'],
    ],
  ],
  'POST /api/admin/products/{productId}/codes': [
    [['file', csv('NIEUW-1\nNIEUW-2\n'), 'codes.csv']],
    [['file', csv(''), 'codes.csv']],
    [['file', new Blob([new Uint8Array([0, 255, 254, 0])]), 'codes.csv']],
  ],
  'POST /api/admin/products/{productId}/manuals': [
    [
      ['language', 'nl'],
      ['file', new Blob(['%PDF-1.4\n%%EOF\n']), 'handleiding.pdf'],
    ],
    [
      ['language', 'xx'],
      ['file', new Blob(['%PDF-1.4\n%%EOF\n']), 'handleiding.pdf'],
    ],
    [['file', new Blob(['GIF89a']), 'a.pdf']],
  ],
  'POST /api/admin/product-imports': [
    [
      ['addsNew', 'true'],
      ['file', csv(products), 'producten.csv'],
    ],
    [
      ['addsNew', 'misschien'],
      ['file', csv(products), 'producten.csv'],
    ],
    [['file', csv('"'), '\u202e.csv']],
    [['file', new Blob([new Uint8Array([0, 255, 254, 0])]), 'a']],
  ],
}

export const takesForm = (key: string): boolean => key in forms

/** @param at which of its forms: mostly a valid one */
export function formFor(key: string, at: number): FormData {
  const choices = forms[key] ?? []
  const form = new FormData()
  for (const [name, value, file] of choices[at % 3 === 0 ? at % choices.length : 0] ?? []) {
    if (typeof value === 'string') form.append(name, value)
    else form.append(name, value, file)
  }
  return form
}
