import { LegalPage } from './LegalPage.tsx'

/** `/klachten` */
export const ComplaintsPage = () => (
  <LegalPage
    document="complaints"
    title="Klachten en contactpunten"
    description="Waar je terechtkunt met een klacht, wie helpt als we er samen niet uitkomen, en waar autoriteiten ons bereiken."
    path="/klachten"
  />
)
