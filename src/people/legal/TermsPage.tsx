import { LegalPage } from './LegalPage.tsx'

/** `/terms-of-service` */
export const TermsPage = () => (
  <LegalPage
    document="terms"
    title="Gebruiksvoorwaarden"
    description="Wat er geldt als je onze winkel en live sessies gebruikt."
    path="/terms-of-service"
  />
)
