import { strToU8, zipSync } from 'fflate'
import { PdfWriter } from '../../platform/pdf.ts'
import {
  courseChapters,
  courseTitle,
  eBookChapters,
  eBookTitle,
  letterChapters,
  lettersTitle,
  type DemoChapter,
} from './digitalTexts.ts'

export interface DemoFile {
  name: string
  content: Uint8Array
}

/** The files of the demo's downloads by the slug of their product, made from their texts: real ones, of a few hundred kB. */
export async function makeDemoFiles(now: Date): Promise<Record<string, DemoFile[]>> {
  return {
    'e-book-dichterbij': [
      { name: 'dichterbij.epub', content: makeEpub(eBookTitle, eBookChapters, now) },
      { name: 'dichterbij.pdf', content: await makePdf(eBookTitle, eBookChapters, now, false) },
    ],
    'audiocursus-adem-en-aanraking': [
      { name: '1-vertragen.wav', content: makeTones([146.83, 220]) },
      { name: '2-dichterbij.wav', content: makeTones([174.61, 261.63]) },
      { name: 'boekje.pdf', content: await makePdf(courseTitle, courseChapters, now, false) },
    ],
    'brieven-om-af-te-maken': [
      { name: 'brieven.pdf', content: await makePdf(lettersTitle, letterChapters, now, true) },
    ],
  }
}

const HEADING_SIZE = 15
const BODY_SIZE = 12
/** Points that a heading needs below it, so that it is not the last line of a page. */
const HEADING_SPACE = 80

async function makePdf(
  title: string,
  chapters: readonly DemoChapter[],
  now: Date,
  isPagePerChapter: boolean,
): Promise<Buffer> {
  const page = await PdfWriter.open({ Title: title, Author: 'Gloed', CreationDate: now })
  page.text(title, { isBold: true, size: 26 }, { as: 'H1' })
  for (const { title: heading, paragraphs } of chapters) {
    if (isPagePerChapter) page.addPage()
    else page.ensureSpace(HEADING_SPACE)
    const position = { as: 'H2', top: page.y + HEADING_SIZE } as const
    page.text(heading, { isBold: true, size: HEADING_SIZE }, position)
    for (const text of paragraphs) page.text(text, { size: BODY_SIZE }, { top: page.y + BODY_SIZE / 2 })
  }
  return page.end()
}

const escapeXml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

const xhtml = (title: string, body: string): string =>
  `<?xml version="1.0" encoding="UTF-8"?>
<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops" lang="nl" xml:lang="nl">
<head><title>${escapeXml(title)}</title></head>
<body>${body}</body>
</html>`

/** An EPUB 3, https://www.w3.org/TR/epub-33/: its type is the first entry, and is not compressed. */
function makeEpub(title: string, chapters: readonly DemoChapter[], now: Date): Uint8Array {
  const names = chapters.map((_, index) => `hoofdstuk-${index}.xhtml`)
  const items = names.map(
    (name, index) => `<item id="h${index}" href="${name}" media-type="application/xhtml+xml"/>`,
  )
  const links = chapters.map(
    (chapter, index) => `<li><a href="${names[index]}">${escapeXml(chapter.title)}</a></li>`,
  )
  const pages = chapters.map(({ title: heading, paragraphs }, index): [string, Uint8Array] => [
    `OEBPS/${names[index]}`,
    strToU8(
      xhtml(
        heading,
        `<h1>${escapeXml(heading)}</h1>${paragraphs.map(text => `<p>${escapeXml(text)}</p>`).join('')}`,
      ),
    ),
  ])
  const container = `<?xml version="1.0" encoding="UTF-8"?>
<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container">
<rootfiles><rootfile full-path="OEBPS/boek.opf" media-type="application/oebps-package+xml"/></rootfiles>
</container>`
  const book = `<?xml version="1.0" encoding="UTF-8"?>
<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="id" xml:lang="nl">
<metadata xmlns:dc="http://purl.org/dc/elements/1.1/">
<dc:identifier id="id">urn:gloed:demo:dichterbij</dc:identifier>
<dc:title>${escapeXml(title)}</dc:title><dc:language>nl</dc:language><dc:creator>Gloed</dc:creator>
<meta property="dcterms:modified">${now.toISOString().slice(0, 19)}Z</meta>
</metadata>
<manifest><item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/>${items.join('')}</manifest>
<spine>${names.map((_, index) => `<itemref idref="h${index}"/>`).join('')}</spine>
</package>`
  return zipSync({
    mimetype: [strToU8('application/epub+zip'), { level: 0 }],
    'META-INF/container.xml': strToU8(container),
    'OEBPS/boek.opf': strToU8(book),
    'OEBPS/nav.xhtml': strToU8(xhtml('Inhoud', `<nav epub:type="toc"><ol>${links.join('')}</ol></nav>`)),
    ...Object.fromEntries(pages),
  })
}

const SAMPLE_RATE = 8000
const TONE_SECONDS = 12
const WAV_HEADER_BYTES = 44

/** Soft tones that swell and fade once, to breathe to: a WAV of 16 bits, mono. @param pitches hertz */
function makeTones(pitches: readonly number[]): Uint8Array {
  const samples = SAMPLE_RATE * TONE_SECONDS
  const file = Buffer.alloc(WAV_HEADER_BYTES + samples * 2)
  file.write('RIFF', 0)
  file.writeUInt32LE(file.length - 8, 4)
  file.write('WAVEfmt ', 8)
  file.writeUInt32LE(16, 16)
  // PCM, one channel.
  file.writeUInt16LE(1, 20)
  file.writeUInt16LE(1, 22)
  file.writeUInt32LE(SAMPLE_RATE, 24)
  file.writeUInt32LE(SAMPLE_RATE * 2, 28)
  file.writeUInt16LE(2, 32)
  file.writeUInt16LE(16, 34)
  file.write('data', 36)
  file.writeUInt32LE(samples * 2, 40)
  for (let sample = 0; sample < samples; sample += 1) {
    const at = sample / SAMPLE_RATE
    const swell = Math.sin((Math.PI * sample) / samples) ** 2
    const sum = pitches.reduce((total, pitch) => total + Math.sin(2 * Math.PI * pitch * at), 0)
    file.writeInt16LE(Math.round((sum / pitches.length) * swell * 9000), WAV_HEADER_BYTES + sample * 2)
  }
  return file
}
