import { LegalPage } from './LegalPage.tsx'

/** `/privacy-policy` */
export const PrivacyPage = () => (
  <LegalPage
    document="privacy"
    title="Privacybeleid en algemene voorwaarden"
    description="Wie we zijn, wat we van je bewaren en waarom, en wat onze voorwaarden zijn."
    path="/privacy-policy"
  />
)
