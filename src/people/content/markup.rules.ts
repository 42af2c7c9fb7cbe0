/**
 * The markup of paragraphs that an admin writes:
 *
 *     A paragraph with *emphasis*, **importance**, a [link](/shop) and a {placeholder}.
 *
 *     ### A heading
 *
 *     - an item
 *     - another one
 *
 * Blocks are separated by an empty line. A backslash takes the meaning of the sign after it. Everything else is text: there is no
 * HTML, and a link leads only where `isSafeLink` allows.
 */
export type MarkupInline =
  | { kind: 'text'; text: string }
  | { kind: 'strong' | 'emphasis'; children: MarkupInline[] }
  | { kind: 'link'; to: string; children: MarkupInline[] }
  | { kind: 'placeholder'; name: string }

export type MarkupBlock =
  | { kind: 'paragraph' | 'heading'; children: MarkupInline[] }
  | { kind: 'list'; items: MarkupInline[][] }

/** None of the repeated classes contains the sign that begins an alternative, so that matching takes linear time. */
const inlinePattern =
  /\\([\\*[\]{}])|\*\*([^*]+)\*\*|\*([^*]+)\*|\[([^[\]]+)\]\(([^()\s]+)\)|\{([a-z][A-Za-z]*)\}/g

/** A page of our own, an anchor, another site over HTTPS, or an e-mail address. */
export const isSafeLink = (to: string): boolean =>
  /^(?:\/(?![/\\])|#|https:\/\/[a-z\d]|mailto:[^\s@]+@)[^\s\\]*$/i.test(to)

export function parseInline(text: string): MarkupInline[] {
  const found: MarkupInline[] = []
  let at = 0
  for (const match of text.matchAll(inlinePattern)) {
    if (match.index > at) found.push({ kind: 'text', text: text.slice(at, match.index) })
    found.push(toInline(match))
    at = match.index + match[0].length
  }
  if (at < text.length) found.push({ kind: 'text', text: text.slice(at) })
  return found
}

function toInline([all, escaped, strong, emphasis, label, to, name]: RegExpExecArray): MarkupInline {
  if (escaped !== undefined) return { kind: 'text', text: escaped }
  if (strong !== undefined) return { kind: 'strong', children: parseInline(strong) }
  if (emphasis !== undefined) return { kind: 'emphasis', children: parseInline(emphasis) }
  if (name !== undefined) return { kind: 'placeholder', name }
  if (label !== undefined && to !== undefined && isSafeLink(to))
    return { kind: 'link', to, children: parseInline(label) }
  return { kind: 'text', text: all }
}

/** The paragraphs of a text, separated by empty lines, each on one line. */
export const splitParagraphs = (text: string): string[] =>
  text
    .split(/\n[^\S\n]*\n/)
    .map(part => part.trim())
    .filter(part => part !== '')

export const parseMarkup = (text: string): MarkupBlock[] =>
  splitParagraphs(text.replaceAll('\r', '')).map(toBlock)

function toBlock(part: string): MarkupBlock {
  const lines = part.split('\n').map(line => line.trim())
  const [first = ''] = lines
  if (first.startsWith('### ')) return { kind: 'heading', children: parseInline(joinLines(lines).slice(4)) }
  if (!first.startsWith('- ')) return { kind: 'paragraph', children: parseInline(joinLines(lines)) }
  const items: string[] = []
  for (const line of lines)
    if (line.startsWith('- ')) items.push(line.slice(2))
    else items.push(`${items.pop() ?? ''} ${line}`)
  return { kind: 'list', items: items.map(parseInline) }
}

const joinLines = (lines: string[]): string => lines.join(' ')

/** The links of a text that lead where none may. */
export const findUnsafeLinks = (text: string): string[] =>
  [...text.matchAll(inlinePattern)].flatMap(([, , , , , to]) => (to && !isSafeLink(to) ? [to] : []))

/** The names in braces, each once. */
export const findPlaceholders = (text: string): string[] => [
  ...new Set(
    [...text.matchAll(inlinePattern)].flatMap(([, , strong, emphasis, label, , name]) =>
      name === undefined ? findPlaceholders(strong ?? emphasis ?? label ?? '') : [name],
    ),
  ),
]

/**
 * The words of a text without its markup, for structured data.
 * @param parts the values of placeholders; other placeholders are left out
 */
export function toPlainText(text: string, parts: Record<string, string> = {}): string {
  const inlineText = (children: MarkupInline[]): string =>
    children
      .map(child => {
        if (child.kind === 'text') return child.text
        return child.kind === 'placeholder' ? (parts[child.name] ?? '') : inlineText(child.children)
      })
      .join('')
  return parseMarkup(text)
    .map(block =>
      block.kind === 'list' ? block.items.map(inlineText).join(', ') : inlineText(block.children),
    )
    .join(' ')
}
