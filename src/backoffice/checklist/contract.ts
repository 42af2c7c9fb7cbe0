import { z } from 'zod'
import { endpoint } from '../../wire/endpoint.ts'
import { requiredText } from '../../wire/fields.ts'
import { mailTemplate } from '../../wire/mail.ts'

/** The conditions for opening a shop, in the order in which an owner does it. */
export const CheckName = z.enum([
  'COMPANY',
  'VAT',
  'PEPPOL',
  'PLACEHOLDER_RATING',
  'PRODUCT',
  'SAFETY',
  'SHIPPING',
  'DELIVERY',
  'PRODUCER',
  'PAYMENTS',
  'PAYMENT_RULES',
  'MAIL',
  'TOYS',
  'PUBLIC_URL',
  'HTTPS',
  'PROXY',
  'BACKUP',
  'BACKUP_ENCRYPTION',
  'RESTORE',
  'TWO_FACTOR',
])
export type CheckName = z.output<typeof CheckName>

export const CheckResult = z.object({
  name: CheckName,
  isDone: z.boolean(),
  /** The finding, or the work that is still to be done, for the owner. */
  detail: z.string(),
  /** Whether a test mail can be sent for it. */
  canSendTestMail: z.boolean(),
  /** Where each part of it is done. */
  links: z.array(z.object({ label: z.string(), path: z.string() })),
})
export type CheckResult = z.output<typeof CheckResult>

export const readChecklist = endpoint('GET /api/admin/checklist', 'admin', {
  summary:
    'What a shop needs before it opens, each checked now: asks the payment and toy providers, and its own public address',
  output: z.array(CheckResult),
})

export const sendTestMail = endpoint('POST /api/admin/checklist/test-mail', 'admin', {
  summary: 'Send a mail with a link to oneself, which confirms that mail arrives',
  output: z.null(),
  status: 204,
})

export const confirmTestMail = endpoint('POST /api/test-mail', 'public', {
  summary: 'Confirm with the link of a test mail that it arrived',
  input: z.object({ token: requiredText('Open de link uit de testmail.', 200) }),
  output: z.null(),
  status: 204,
  problems: ['TOKEN_INVALID'],
})

export const proveReachability = endpoint('GET /api/reachability', 'public', {
  summary: 'Proves to the shop itself that its public address leads to it; answers nobody else',
  input: z.object({ challenge: z.string().max(200) }),
  output: z.object({
    /** Only a node of this shop can make it. */
    proof: z.string(),
    /** Whether a proxy named the address for which it forwards. */
    isForwarded: z.boolean(),
    /** Whether that proxy is one of the trusted ones. */
    isTrusted: z.boolean(),
  }),
  problems: ['NOT_FOUND'],
})
export type Reachability = z.output<typeof proveReachability.output>

/** The page of the link in a test mail. */
export const TEST_MAIL_PATH = '/test-mail'

export const testMail = mailTemplate(
  'test-mail',
  z.object({ userId: z.string(), url: z.string(), shopName: z.string() }),
)
