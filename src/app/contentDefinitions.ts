import { creatorAgreementContent } from '../live/agreements/agreement.rules.ts'
import { faqContent } from '../people/content/faq.rules.ts'
import { homeContent } from '../people/content/home.rules.ts'
import { agePolicyContent } from '../people/legal/agePolicy.rules.ts'
import { complaintsContent } from '../people/legal/complaints.rules.ts'
import { guaranteeContent } from '../people/legal/guarantee.rules.ts'
import { privacyContent } from '../people/legal/privacy.rules.ts'
import { termsContent } from '../people/legal/terms.rules.ts'
import { synonymsContent } from '../shop/products/search/synonyms.rules.ts'

/** All texts that can be edited, in the order of the list. */
export const contentDefinitions = [
  homeContent,
  faqContent,
  synonymsContent,
  termsContent,
  privacyContent,
  guaranteeContent,
  complaintsContent,
  agePolicyContent,
  creatorAgreementContent,
]
