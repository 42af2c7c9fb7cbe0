import { element } from './xml.rules.ts'

export const text = (name: string, content: string | null | undefined, attributes?: Record<string, string>) =>
  element(`cbc:${name}`, content, attributes)
export const part = (name: string, content: Parameters<typeof element>[1]) => element(`cac:${name}`, content)
export const vatScheme = part('TaxScheme', [text('ID', 'VAT')])
