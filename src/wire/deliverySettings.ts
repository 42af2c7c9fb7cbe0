import { z } from 'zod'
import { clockTime } from './brusselsTime.ts'
import { MAX_DELIVERY_DAYS } from './limits.ts'
import { sendingDays } from './workingDays.ts'

const daysMessage = `Vul werkdagen in, van 1 tot en met ${MAX_DELIVERY_DAYS}.`
const days = z.int(daysMessage).min(1, daysMessage).max(MAX_DELIVERY_DAYS, daysMessage)
/** Null or left out: no day is promised for that country. */
const daysElsewhere = days.nullish()

/** When parcels are sent, and how long they take: from these the promised day is computed. */
export const DeliverySettings = z
  .object({
    /** Orders before this time in Brussels leave the same day. */
    cutOff: z.string('Vul een tijd in, zoals 16:00.').regex(clockTime, 'Vul een tijd in, zoals 16:00.'),
    /** Working days from leaving to arriving. */
    daysNL: days,
    daysBE: days,
    daysDE: daysElsewhere,
    daysFR: daysElsewhere,
    daysIT: daysElsewhere,
    daysES: daysElsewhere,
    daysGB: daysElsewhere,
    daysUS: daysElsewhere,
    daysCA: daysElsewhere,
    daysAU: daysElsewhere,
    /** Whether parcels leave on that day; never on a public holiday. */
    monday: z.boolean(),
    tuesday: z.boolean(),
    wednesday: z.boolean(),
    thursday: z.boolean(),
    friday: z.boolean(),
  })
  .refine(settings => sendingDays.some(day => settings[day]), {
    // Also when another field is wrong.
    when: () => true,
    path: ['monday'],
    error: 'Kies minstens één dag.',
  })
export type DeliverySettings = z.output<typeof DeliverySettings>
