import type { XmlElement } from '../../../src/money/invoices/xml.rules.ts'

const localName = ({ name }: XmlElement): string => name.replace(/^.*:/, '')

export const childrenOf = ({ content }: XmlElement): XmlElement[] =>
  typeof content === 'string' ? [] : content

/** The elements at a path of local names, such as `TaxTotal/TaxSubtotal`; `*Line` is the line of an invoice or a credit note. */
export const find = (root: XmlElement, path: string): XmlElement[] =>
  path
    .split('/')
    .reduce<XmlElement[]>(
      (found, step) =>
        found
          .flatMap(childrenOf)
          .filter(child =>
            step === '*Line'
              ? /^(Invoice|CreditNote)Line$/.test(localName(child))
              : localName(child) === step,
          ),
      [root],
    )

/** All elements below, whatever their depth. */
export const findAll = (root: XmlElement): XmlElement[] =>
  childrenOf(root).flatMap(child => [child, ...findAll(child)])

export const has = (root: XmlElement, path: string): boolean => find(root, path).length > 0

/** The text of an element; empty when it has children instead. */
export const textOf = ({ content }: XmlElement): string => (typeof content === 'string' ? content : '')

/** The first text at a path; empty without one. */
export function textAt(root: XmlElement, path: string): string {
  const [first] = find(root, path)
  return first ? textOf(first) : ''
}

export const textsAt = (root: XmlElement, path: string): string[] => find(root, path).map(textOf)

/** An amount of euros in cents; not a number without one. */
const centsOf = (text: string): number => (text === '' ? NaN : Math.round(Number(text) * 100))

export const centsAt = (root: XmlElement, path: string): number => centsOf(textAt(root, path))

export const sumAt = (roots: readonly XmlElement[], path: string): number =>
  roots.reduce((sum, root) => sum + centsAt(root, path), 0)

export const linesOf = (root: XmlElement): XmlElement[] => find(root, '*Line')
export const groupsOf = (root: XmlElement): XmlElement[] => find(root, 'TaxTotal/TaxSubtotal')
export const codeOfLine = (line: XmlElement): string => textAt(line, 'Item/ClassifiedTaxCategory/ID')
export const rateOfLine = (line: XmlElement): string => textAt(line, 'Item/ClassifiedTaxCategory/Percent')
export const codeOfGroup = (group: XmlElement): string => textAt(group, 'TaxCategory/ID')

export const SUPPLIER = 'AccountingSupplierParty/Party'
export const CUSTOMER = 'AccountingCustomerParty/Party'

/** Changes a document in place. */
export type Mutation = (root: XmlElement) => void

export const remove =
  (path: string): Mutation =>
  root => {
    const steps = path.split('/')
    const last = steps.pop() as string
    const parents = steps.length > 0 ? find(root, steps.join('/')) : [root]
    for (const parent of parents) {
      const gone = new Set(find(parent, last))
      parent.content = childrenOf(parent).filter(child => !gone.has(child))
    }
  }

/** Another text in all elements at a path. */
export const set =
  (path: string, to: string | ((text: string) => string)): Mutation =>
  root => {
    for (const element of find(root, path))
      element.content = typeof to === 'string' ? to : to(textOf(element))
  }

export const setAttribute =
  (path: string, name: string, value: string | null): Mutation =>
  root => {
    for (const { attributes } of find(root, path))
      if (value === null) delete attributes[name]
      else attributes[name] = value
  }

/** The first element at a path once more, beside it. */
export const repeat =
  (path: string, change: Mutation = () => {}): Mutation =>
  root => {
    const parent = find(root, path.includes('/') ? path.replace(/\/[^/]*$/, '') : '')[0] ?? root
    const children = childrenOf(parent)
    const [first] = find(root, path)
    if (!first) return
    const copy = structuredClone(first)
    change(copy)
    children.splice(children.indexOf(first), 0, copy)
  }

/** An element more, before the first of another name. */
export const add =
  (path: string, element: XmlElement): Mutation =>
  root => {
    for (const parent of path === '' ? [root] : find(root, path))
      parent.content = [...childrenOf(parent), element]
  }

export const both =
  (...mutations: Mutation[]): Mutation =>
  root => {
    for (const mutation of mutations) mutation(root)
  }

/** So many cents more. */
export const more =
  (cents: number) =>
  (text: string): string =>
    ((centsOf(text) + cents) / 100).toFixed(2)

/** A rule of a standard on a document. */
export interface UblRule {
  /** As the standard names it. */
  id: string
  means: string
  holds: (root: XmlElement) => boolean
  /** A change that breaks it, in a document in which it says something. */
  breaks: Mutation
}
