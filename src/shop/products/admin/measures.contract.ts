import { z } from 'zod'
import { typedText } from '../../../wire/fields.ts'

const centimetresMessage = 'Vul hele centimeters in, van 1 tot en met 1000.'
/** Of a product as it is packed; null when not measured. */
export const centimetres = z
  .int(centimetresMessage)
  .min(1, centimetresMessage)
  .max(1000, centimetresMessage)
  .nullable()

const contentMessage = 'Vul een heel aantal in, van 1 tot en met 1.000.000.'
/** Millilitres or grams; null for a product that is not sold by measure. */
export const content = z.int(contentMessage).min(1, contentMessage).max(1_000_000, contentMessage).nullable()

export const barcode = typedText()
  .max(50, 'Gebruik hoogstens 50 tekens.')
  .regex(
    /^(?!\d+([.,]\d+)?E\+\d+$)/i,
    'Een rekenblad heeft deze barcode als getal geschreven. Maak van de kolom tekst.',
  )
  .transform(code => code || null)
  .nullable()
