import { LegalPage } from './LegalPage.tsx'
import { privacySections } from './PrivacyText.tsx'
import { generalSections } from './GeneralText.tsx'

/** `/privacy-policy` */
export const PrivacyPage = () => (
  <LegalPage
    title="Privacybeleid en algemene voorwaarden"
    description="Wie we zijn, wat we van je bewaren en waarom, en wat onze voorwaarden zijn."
    path="/privacy-policy"
    intro={
      <p>
        Wie we zijn, wat er geldt als je bij ons koopt, en wat we van je bewaren: zo weinig als kan, en nooit
        langer dan nodig.
      </p>
    }
    sections={[...generalSections, ...privacySections]}
  />
)
