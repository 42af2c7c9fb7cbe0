import { expect, it } from 'vitest'
import { accountMails } from '../../people/accounts/mails.ts'
import { minuteMails } from '../../money/minutes/mails.ts'
import { notificationMails } from '../../people/notifications/mails.ts'
import { orderMails } from '../../shop/orders/mails.ts'
import { privacyMails } from '../privacy/mails.ts'
import { securityMails } from '../../people/security/mails.ts'
import { withdrawalMails } from '../../shop/withdrawals/mails.ts'
import { templateName } from './labels.rules.ts'

const all = [
  ...accountMails,
  ...minuteMails,
  ...notificationMails,
  ...orderMails,
  ...privacyMails,
  ...securityMails,
  ...withdrawalMails,
].map(({ template }) => template.name)

it.each(all)('%s has a name for a person', template => expect(templateName(template)).not.toBe(template))

it('what was never heard of goes by the name that it has', () =>
  expect(templateName('onbekend')).toBe('onbekend'))
