import { z } from 'zod'
import { endpoint } from '../../wire/endpoint.ts'

export const writeDac7Report = endpoint('POST /api/admin/dac7', 'admin', {
  summary: 'The DAC7 report of a past year on the creators who earned, as XML, and who can’t be reported yet',
  confirmation: 'recent',
  input: z.object({
    year: z.int('Kies een jaar.').min(2023, 'Kies een jaar vanaf 2023.').max(2100, 'Kies een jaar.'),
  }),
  output: z.object({
    filename: z.string(),
    xml: z.string(),
    /** The display names of creators whose birth date, address, tax number or account is missing. */
    missing: z.array(z.string()),
  }),
  status: 200,
  problems: ['CONFLICT'],
})
