import type { simulatorParcels } from './table.ts'
import { carrierName } from './data.ts'

type Parcel = typeof simulatorParcels.$inferSelect

/** A6 at 150 dots per inch. */
const WIDTH = 620
const HEIGHT = 874

const escape = (text: string): string =>
  text.replace(/[&<>"']/g, character => `&#${character.charCodeAt(0)};`)

const linesOf = (address: Record<string, string>): string[] => [
  address['name'] ?? '',
  ...(address['company_name'] ? [address['company_name']] : []),
  `${address['address_line_1'] ?? ''} ${address['house_number'] ?? ''}`.trim(),
  `${address['postal_code'] ?? ''} ${address['city'] ?? ''}`,
  address['country_code'] ?? '',
]

const textLines = (lines: string[], top: number, size: number): string =>
  lines
    .map((line, at) => `<text x="40" y="${top + at * size * 1.4}" font-size="${size}">${escape(line)}</text>`)
    .join('')

/** Bars that differ by parcel: nothing reads them. */
const bars = (code: string): string =>
  [...code.repeat(3)]
    .map((letter, at) => {
      const width = 2 + ((letter.codePointAt(0) ?? 0) % 5)
      return `<rect x="${40 + at * 13}" y="620" width="${width}" height="140"/>`
    })
    .join('')

/** A label that looks like one, as a picture. */
export async function drawLabel(parcel: Parcel): Promise<Buffer> {
  const { carrier, toAddress, fromAddress, trackingNumber, weight, isReturn } = parcel
  const { default: sharp } = await import('sharp')
  return sharp(
    Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" font-family="sans-serif">
  <rect width="100%" height="100%" fill="white"/>
  <rect x="15" y="15" width="590" height="844" fill="none" stroke="black" stroke-width="3"/>
  <text x="40" y="80" font-size="44" font-weight="bold">${escape(carrierName(carrier))}${isReturn ? ' RETOUR' : ''}</text>
  ${textLines(['Afzender', ...linesOf(fromAddress)], 130, 18)}
  ${textLines(linesOf(toAddress), 340, 32)}
  <text x="40" y="590" font-size="22">${escape(weight)} kg · PROEFLABEL</text>
  ${bars(trackingNumber)}
  <text x="40" y="810" font-size="30">${escape(trackingNumber)}</text>
</svg>`),
  )
    .png()
    .toBuffer()
}

/** The same as a PDF. */
export async function labelPdf(parcel: Parcel): Promise<Buffer> {
  const picture = await drawLabel(parcel)
  const { default: PdfDocument } = await import('pdfkit')
  const pdf = new PdfDocument({ size: 'A6', margin: 0 })
  const parts: Buffer[] = []
  const file = new Promise<Buffer>(resolve => {
    pdf.on('data', (part: Buffer) => parts.push(part))
    pdf.on('end', () => resolve(Buffer.concat(parts)))
  })
  pdf.image(picture, 0, 0, { fit: [297.64, 419.53] })
  pdf.end()
  return file
}
