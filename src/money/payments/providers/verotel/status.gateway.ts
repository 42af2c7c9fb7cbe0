/** The fields of a status that are read; the buyer's name, address and e-mail are never among them. */
const readNames = [
  'response',
  'saleResult',
  'saleID',
  'referenceID',
  'shopID',
  'priceAmount',
  'priceCurrency',
  'paymentMethod',
  'country',
] as const
type StatusField = (typeof readNames)[number]

const isRead = (name: string): name is StatusField => (readNames as readonly string[]).includes(name)

const LINE = /^\s*(\w+)\s*:\s*(.*?)\s*$/
const QUOTED = /^(["'])(.*)\1$/

/**
 * Reads the answer of `/salestatus`: YAML with one flat `name: value` a line, quoted or not. Lines of any other form are left out, and the first of
 * a name counts.
 * @returns an empty object for any other text, such as a page of HTML
 */
export function readStatus(text: string): Partial<Record<StatusField, string>> {
  const fields: Partial<Record<StatusField, string>> = {}
  for (const line of text.split(/\r?\n/)) {
    const [, name = '', value = ''] = LINE.exec(line) ?? []
    if (isRead(name)) fields[name] ??= QUOTED.exec(value)?.[2] ?? value
  }
  return fields
}
