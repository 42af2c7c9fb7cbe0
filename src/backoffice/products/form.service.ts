/** The body that a form's texts stand for: figures and switches are what they look like, what is empty is none. */
export const parseProductFormData = (fields: Record<string, string>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(fields).map(([name, text]) => [name, valueOf(name, text.trim())]))

const dimensionFields = new Set(['length', 'width', 'height'])
const figures = new Set([...dimensionFields, 'price', 'shippingCost', 'stock', 'weight'])
const switches = new Set(['isActive', 'showShippingOptions', 'showCommentsField', 'hygieneSealed'])

function valueOf(name: string, text: string): unknown {
  if (figures.has(name)) {
    if (text === '') return dimensionFields.has(name) ? null : undefined
    return /^-?\d{1,12}$/.test(text) ? Number(text) : text
  }
  if (switches.has(name))
    return { true: true, on: true, '1': true, false: false, '0': false, '': false }[text] ?? text
  return text
}
