import { LegalPage } from './LegalPage.tsx'
import { serviceSections } from './ServiceText.tsx'
import { termsSections } from './TermsText.tsx'

/** `/terms-of-service` */
export const TermsPage = () => (
  <LegalPage
    title="Gebruiksvoorwaarden"
    description="Wat er geldt als je onze winkel en live sessies gebruikt."
    path="/terms-of-service"
    intro={<p>Wat er geldt als je onze winkel en live sessies gebruikt, zo kort en helder als we konden.</p>}
    sections={[...serviceSections, ...termsSections]}
  />
)
