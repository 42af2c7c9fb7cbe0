import { inflateSync } from 'node:zlib'

/** The text of one of our PDFs, a line each, in Windows-1252: its fonts write each letter as one byte, and pdfkit compresses pages. */
export function pdfText(file: Buffer): string {
  const parts = file
    .toString('latin1')
    .split(/stream\r?\n/)
    .slice(1)
  const pages = parts.flatMap(part => {
    try {
      return [inflateSync(Buffer.from(part, 'latin1')).toString('latin1')]
    } catch {
      return []
    }
  })
  const shown = [...pages.join('').matchAll(/\[((?:<[0-9a-f]*>|[\s\d.-])*)\] TJ/g)]
  return shown
    .map(([, text = '']) => Buffer.from(text.replaceAll(/<|>[^<]*/g, ''), 'hex').toString('latin1'))
    .join('\n')
}
