import { getDocumentProxy } from 'unpdf'

/** The text of a PDF as a reader copies it, a line each. */
export async function pdfText(file: Buffer): Promise<string> {
  const pages = await pagesOf(file)
  const texts = await Promise.all(pages.map(page => page.getTextContent()))
  const parts = texts.flatMap(({ items }) => items)
  return parts.map(part => ('str' in part ? part.str + (part.hasEOL ? '\n' : '') : '')).join('')
}

interface TaggedPart {
  role?: string
  alt?: string
  children?: TaggedPart[]
}

/** The tags of each page of a PDF, in reading order; a tag that has others inside is followed by them in brackets. */
export async function pdfTags(file: Buffer): Promise<string[]> {
  const trees = await Promise.all((await pagesOf(file)).map(page => page.getStructTree()))
  const describe = ({ role, alt, children = [] }: TaggedPart): string => {
    const inside = children.map(describe).filter(Boolean).join(' ')
    return role ? `${role}${alt ? `: ${alt}` : ''}${inside && ` (${inside})`}` : inside
  }
  return trees.map(tree => describe((tree ?? {}) as TaggedPart))
}

/** The names of the fonts of a PDF, as its reader would look them up; those in the file have a prefix of six letters and a plus. */
export const pdfFonts = (file: Buffer): string[] =>
  [...new Set(file.toString('latin1').match(/(?<=\/BaseFont \/)\S+/g))].toSorted()

async function pagesOf(file: Buffer) {
  const pdf = await getDocumentProxy(new Uint8Array(file))
  return Promise.all(Array.from({ length: pdf.numPages }, (_, index) => pdf.getPage(index + 1)))
}
