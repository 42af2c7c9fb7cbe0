import { expect, it } from 'vitest'
import { accountMails } from '../../people/accounts/mails.ts'
import { minuteMails } from '../../money/minutes/mails.ts'
import { notificationMails } from '../../people/notifications/mails.ts'
import { digitalOrderMails } from '../../shop/orders/lines/digital.mails.ts'
import { orderMails } from '../../shop/orders/mails.ts'
import { vatOrderMails } from '../../shop/orders/vat.mails.ts'
import { privacyMails } from '../privacy/mails.ts'
import { securityMails } from '../../people/security/mails.ts'
import { supportMails } from '../../shop/support/mails.ts'
import { withdrawalMails } from '../../shop/withdrawals/mails.ts'
import { templateName } from './labels.rules.ts'

const all = [
  ...accountMails,
  ...minuteMails,
  ...notificationMails,
  ...digitalOrderMails,
  ...orderMails,
  ...vatOrderMails,
  ...privacyMails,
  ...securityMails,
  ...withdrawalMails,
  ...supportMails,
].map(({ template }) => template.name)

it.each(all)('has a label for %s', template => expect(templateName(template)).not.toBe(template))

it('shows an unknown template by its own name', () => expect(templateName('onbekend')).toBe('onbekend'))
