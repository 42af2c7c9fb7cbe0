import { LegalPage } from './LegalPage.tsx'

/** `/wettelijke-garantie` */
export const GuaranteePage = () => (
  <LegalPage
    document="guarantee"
    title="Wettelijke garantie"
    description="Wat je kunt vragen als wat je kocht niet is wat je mocht verwachten."
    path="/wettelijke-garantie"
  />
)
