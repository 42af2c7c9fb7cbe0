/** Elements that are written below each other. */
const blocks =
  'address|article|blockquote|dd|div|dl|dt|figcaption|figure|footer|h[1-6]|header|hr|main|ol|p|pre|section|table|tr|ul'
const others =
  'a|abbr|b|big|br|center|cite|code|del|em|font|i|iframe|img|ins|label|li|mark|q|s|small|span|strike|strong|sub|sup|tbody|td|tfoot|th|thead|u|video'
const attributes = String.raw`(?:\s[^<>]*)?/?>`
const tag = new RegExp(`</?(?:${blocks}|${others})${attributes}`, 'gi')
const blockTag = new RegExp(`</?(?:${blocks})${attributes}`, 'gi')
const lineTag = new RegExp(`<br${attributes}`, 'gi')
const itemTag = new RegExp(`<li${attributes}`, 'gi')
const cellTag = new RegExp(`</t[dh]${attributes}`, 'gi')
/** The elements that are never shown; one that does not end takes the rest, so that the search for an end is made once. */
const unseen = /<(script|style)\b[^<>]*>[\s\S]*?(?:<\/\1\s*>|$)|<!--[\s\S]*?(?:-->|$)/gi
/** Where paragraphs have tags, a line break of the source is a space. */
const ownBreaks = new RegExp(`<(?:p|br|div)${attributes}`, 'i')

/** A text of another shop as plain text: without its tags and entities. One that has none stays as it is. */
export function htmlToText(html: string): string {
  if (!/[<&]/.test(html)) return html
  const seen = html.replace(unseen, ' ')
  if (seen === html && html.search(tag) < 0) return decodeEntities(html)
  const source = ownBreaks.test(seen) ? seen.replace(/\s+/g, ' ') : seen
  const text = source
    .replace(itemTag, '\n• ')
    .replace(lineTag, '\n')
    .replace(cellTag, ' ')
    .replace(blockTag, '\n\n')
    .replace(tag, '')
  return decodeEntities(text)
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}

/** Written so that `htmlToText` restores it, where that would change it. */
export const escapeHtml = (text: string): string =>
  htmlToText(text) === text ? text : text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

/** From `acute=\u0301 grave=\u0300`. */
const parseTable = (text: string): ReadonlyMap<string, string> =>
  new Map(
    text
      .split(' ')
      .map((pair): [string, string] => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]),
  )

const accents = parseTable(
  'acute=\u0301 grave=\u0300 circ=\u0302 uml=\u0308 tilde=\u0303 cedil=\u0327 ring=\u030A caron=\u030C',
)
const entities = parseTable(
  'amp=& lt=< gt=> quot=" apos=\' shy= ndash=– mdash=— hellip=… bull=• middot=· lsquo=‘ rsquo=’ sbquo=‚ ldquo=“ rdquo=” ' +
    'bdquo=„ laquo=« raquo=» euro=€ pound=£ deg=° copy=© reg=® trade=™ times=× plusmn=± micro=µ frac12=½ frac14=¼ ' +
    'frac34=¾ sup2=² sup3=³ szlig=ß aelig=æ AElig=Æ oelig=œ OElig=Œ oslash=ø Oslash=Ø',
)
const spaces = new Set(['nbsp', 'ensp', 'emsp', 'thinsp'])

const decodeEntities = (text: string): string =>
  text.replace(/&(#\d{1,7}|#x[\da-f]{1,6}|[a-z]+\d*);/gi, (entity, name: string) =>
    name.startsWith('#') ? (characterOf(name.slice(1)) ?? entity) : (namedEntity(name) ?? entity),
  )

function namedEntity(name: string): string | undefined {
  if (spaces.has(name)) return ' '
  const [, letter = '', accent = ''] = /^([a-z])([a-z]+)$/i.exec(name) ?? []
  const composed = `${letter}${accents.get(accent) ?? ''}`.normalize('NFC')
  return entities.get(name) ?? (accents.has(accent) && composed.length === 1 ? composed : undefined)
}

/** The character with this number; undefined for a control character and for a number that Unicode does not have. */
function characterOf(digits: string): string | undefined {
  const code = Number(/^x/i.test(digits) ? `0${digits}` : digits)
  const isText = code === 10 || (code >= 32 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff))
  if (!isText) return undefined
  return code === 160 ? ' ' : String.fromCodePoint(code)
}
