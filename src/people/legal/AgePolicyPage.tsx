import { LegalPage } from './LegalPage.tsx'

/** `/leeftijdsbeleid` */
export const AgePolicyPage = () => (
  <LegalPage
    document="agePolicy"
    title="Leeftijdsbeleid"
    description="Hoe we vragen of je 18 of ouder bent, wat we weigeren, en hoe je meldt dat het niet klopt."
    path="/leeftijdsbeleid"
  />
)
