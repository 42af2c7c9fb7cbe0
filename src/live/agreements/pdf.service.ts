import { formatPdfDate, PdfWriter } from '../../platform/text/pdf.ts'
import { splitParagraphs, toPlainText } from '../../people/content/markup.rules.ts'
import type { LegalContent } from '../../people/legal/contract.ts'

interface SignedText {
  userId: string
  label: string
  textHash: string
  body: LegalContent
  shopName: string
  signedAt: Date
}

/** The signed agreement. It has no name in it: the account's id leads to the identity that is kept elsewhere, encrypted. */
export async function renderAgreement({
  userId,
  label,
  textHash,
  body,
  shopName,
  signedAt,
}: SignedText): Promise<Buffer> {
  const title = `Overeenkomst voor creators, versie ${label}`
  const pdf = await PdfWriter.open({ Title: title, Author: shopName, CreationDate: signedAt })
  pdf.text(title, { size: 16, isBold: true }, { as: 'H1', gapAfter: 10 })
  drawMarkup(pdf, body.intro)
  for (const [index, { title: heading, text }] of body.sections.entries()) {
    pdf.ensureSpace(60)
    pdf.text(`${index + 1}. ${heading}`, { size: 12, isBold: true }, { as: 'H2', gapAfter: 4 })
    drawMarkup(pdf, text)
  }
  pdf.ensureSpace(90)
  pdf.drawRule()
  pdf.text(`Getekend op ${formatPdfDate(signedAt)} (${signedAt.toISOString()})`, { isBold: true })
  pdf.text(`Account: ${userId}`, {}, { gapAfter: 2 })
  pdf.text(`SHA-256 van de tekst: ${textHash}`, { size: 8, isMuted: true })
  return pdf.end()
}

function drawMarkup(pdf: PdfWriter, text: string): void {
  for (const paragraph of splitParagraphs(text)) {
    const lines = paragraph.split('\n')
    pdf.text(
      lines.map(line => (line.startsWith('- ') ? `• ${toPlainText(line)}` : toPlainText(line))).join('\n'),
      {},
      { lineGap: 2, gapAfter: 8 },
    )
  }
}
