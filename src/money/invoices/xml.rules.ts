/** An element of an XML document. */
export interface XmlElement {
  name: string
  attributes: Record<string, string>
  content: string | XmlElement[]
}

type XmlPart = XmlElement | null | undefined | false

/** An element with a text, or with those children that are there; null without any. */
export function element(
  name: string,
  content: string | null | undefined | readonly XmlPart[],
  attributes: Record<string, string> = {},
): XmlElement | null {
  if (content === null || content === undefined || content === '') return null
  if (typeof content === 'string') return { name, attributes, content }
  const children = content.filter(part => part !== null && part !== undefined && part !== false)
  return children.length > 0 ? { name, attributes, content: children } : null
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escape = (text: string): string =>
  text.replaceAll(/[&<>"]/g, character => entities[character] as string)

/** The characters that XML 1.0 (section 2.2) does not allow: control characters and half surrogate pairs. */
const unwritable = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu

/** A document in UTF-8. */
export const writeXml = (root: XmlElement): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n${writeElement(root)}\n`

function writeElement({ name, attributes, content }: XmlElement): string {
  const tags = Object.entries(attributes).map(([key, value]) => ` ${key}="${escape(value)}"`)
  const inner =
    typeof content === 'string'
      ? escape(content.replaceAll(unwritable, ''))
      : content.map(writeElement).join('')
  return `<${name}${tags.join('')}>${inner}</${name}>`
}
