import { z } from 'zod'
import { Registration } from './contract.ts'

/** Fields of this form only: the repeated password and the 18+ statement are never sent. */
export const RegisterFormSchema = Registration.pick({ email: true, password: true, displayName: true })
  .extend({
    confirmPassword: z.string(),
    adult: z.literal(true, 'Bevestig dat je 18 jaar of ouder bent.'),
  })
  .refine(form => form.password === form.confirmPassword, {
    path: ['confirmPassword'],
    message: "Passwords don't match",
    // Validated together with the other fields, not after they are valid.
    when: () => true,
  })
