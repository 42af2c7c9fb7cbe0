import type { XmlElement } from '../../../src/money/invoices/xml.rules.ts'

/** An XML document in which an element has a text or children, as `writeXml` writes it. @throws for a text that is not well-formed */
export function parseXml(xml: string): XmlElement {
  const tokens = /<\?xml[^?]*\?>|<(\/?)([\w:]+)((?:\s+[\w:]+="[^"<]*")*)\s*>|([^<>]+)/gy
  const root: XmlElement = { name: '', attributes: {}, content: [] }
  const open = [root]
  while (tokens.lastIndex < xml.length) {
    const at = tokens.lastIndex
    const [all, closing, name, attributes, text] = tokens.exec(xml) ?? fail(xml, at)
    const current = open.at(-1) ?? fail(xml, at)
    if (name === undefined) {
      if (text?.trim()) current.content = unescape(text)
    } else if (closing) {
      if (name !== current.name) fail(xml, at)
      open.pop()
    } else {
      if (typeof current.content === 'string') fail(xml, at)
      const element: XmlElement = {
        name,
        attributes: readAttributes(attributes ?? ''),
        content: [],
      }
      current.content.push(element)
      open.push(element)
    }
    if (all === '') fail(xml, at)
  }
  const [document, ...others] = root.content
  if (open.length !== 1 || !document || typeof document === 'string' || others.length > 0)
    fail(xml, xml.length)
  return document
}

function fail(xml: string, at: number): never {
  throw new Error(`not well-formed: ${xml.slice(at, at + 60)}`)
}

const readAttributes = (text: string): Record<string, string> =>
  Object.fromEntries(
    [...text.matchAll(/([\w:]+)="([^"]*)"/g)].map(([, name, value]) => [name, unescape(value ?? '')]),
  )

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"' }
function unescape(text: string): string {
  return text.replaceAll(/&(\w*);?/g, (all, name: string) => entities[name] ?? fail(all, 0))
}
