import type { Mutation } from './mutations.data.ts'

/** Deliberate bugs of payments at Verotel. */
export const verotelMutations: Mutation[] = [
  {
    name: 'reference-of-each-start',
    file: 'src/money/payments/providers/verotel/gateway.ts',
    from: 'const referenceID = referenceOf(signatureKey, paymentId)',
    to: 'const referenceID = referenceOf(signatureKey, crypto.randomUUID())',
    breaks:
      'a payment that is started again has another order page, and the sale of the first belongs to none',
    foundBy: /^payment \S+ is PAID at the provider and \w+ here/,
  },
  {
    name: 'credit-counted-twice',
    file: 'src/money/payments/providerRefund.service.ts',
    from: '    if (own) return own\n',
    to: '',
    breaks: 'a refund that an admin made and noted is counted once more when its credit is reported',
    foundBy: /^books(?: at the end)?: (?:payments\.refunds|minutes\.money)|^the provider has /,
  },
  {
    name: 'postback-stored-again',
    file: 'migrations/0000_initial.sql',
    from: 'CREATE UNIQUE INDEX "payment_postbacks_once"',
    to: 'CREATE INDEX "payment_postbacks_once"',
    breaks: 'a chargeback whose postback comes again is counted again',
    foundBy: /^books(?: at the end)?: payments\.(?:problem|refunds)|^the provider has /,
  },
]
