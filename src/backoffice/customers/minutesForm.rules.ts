import { z } from 'zod'
import { BackMinutes, MinutesAdjustment } from './contract.ts'

const whole = 'Vul een heel aantal minuten in.'
/** The form that adds or removes minutes, as text. */
export const MinutesForm = z.object({
  way: z.enum(['on', 'off']),
  minutes: z
    .string()
    .trim()
    .regex(/^\d{1,4}$/, whole)
    .transform(Number)
    .pipe(MinutesAdjustment.shape.minutes),
  reason: MinutesAdjustment.shape.reason,
})

/** The form that gives minutes of a session back, as text. */
export const SessionRefundForm = MinutesForm.pick({ reason: true }).extend({
  backMinutes: z
    .string()
    .trim()
    .regex(/^\d{1,4}$/, whole)
    .transform(Number)
    .pipe(BackMinutes),
})
