import { Link } from 'react-router'
import type { LegalSection } from './LegalPage.tsx'
import { ContactEmail, SellerDetails } from './SellerDetails.tsx'

const externalLinkProps = { target: '_blank', rel: 'noreferrer' } as const

/** The sections of the terms after payment. */
export const termsSections: LegalSection[] = [
  {
    id: 'eigendom',
    title: 'Intellectuele eigendom',
    body: (
      <p>
        Teksten, beelden, software en al het andere op deze site zijn van ons of van wie ze ons liet
        gebruiken. Wat je digitaal koopt, is voor jezelf: je mag het niet verspreiden, verkopen of openbaar
        maken.
      </p>
    ),
  },
  {
    id: 'aansprakelijkheid',
    title: 'Beperking van aansprakelijkheid',
    body: (
      <p>
        Onze aansprakelijkheid is beperkt tot wat je ons betaalde in de 30 dagen voor de vordering. We zijn
        niet aansprakelijk voor gevolgschade, of voor diensten en apparaten van anderen. Dit geldt niet bij
        opzet of grove fout, en beperkt geen rechten die de wet je als consument geeft.
      </p>
    ),
  },
  {
    id: 'beeindiging',
    title: 'Beëindiging',
    body: (
      <p>
        Je kunt je account altijd beëindigen bij de instellingen van <Link to="/profile">je profiel</Link>.
        Wat je nog aan minuten had, wordt dan niet terugbetaald. Wij kunnen een account beëindigen bij
        overtreding van deze voorwaarden, fraude, misbruik of als er niet betaald wordt. Persoonlijke gegevens
        zijn binnen 28 dagen na het beëindigen definitief weg; wat in de boekhouding moet blijven, blijft tot
        7 jaar.
      </p>
    ),
  },
  {
    id: 'wijzigingen',
    title: 'Wijzigingen',
    body: (
      <p>
        We mogen deze voorwaarden aanpassen. Bovenaan staat welke versie geldt. Verandert er iets wezenlijks,
        dan vertellen we dat voordat het ingaat; ga je daarna door met gebruiken, dan geldt de nieuwe versie.
        Wat je al besteld had, blijft onder de voorwaarden van toen.
      </p>
    ),
  },
  {
    id: 'recht',
    title: 'Toepasselijk recht en geschillen',
    body: (
      <>
        <p>
          Belgisch en Europees recht zijn van toepassing. Woon je als consument in een ander land, dan houd je
          de bescherming die het dwingende recht daar je geeft, en kun je naar de rechter van je woonplaats.
        </p>
        <p>
          Komen we er samen niet uit, dan kun je kosteloos terecht bij de{' '}
          <a href="https://www.consumentenombudsdienst.be" {...externalLinkProps}>
            Belgische Consumentenombudsdienst
          </a>
          .
        </p>
      </>
    ),
  },
  {
    id: 'contact',
    title: 'Contact en klachten',
    body: (
      <>
        <p>
          Vragen of een klacht? Schrijf naar <ContactEmail />. Binnen 5 werkdagen krijg je antwoord.
        </p>
        <SellerDetails />
      </>
    ),
  },
  {
    id: 'slot',
    title: 'Slotbepalingen',
    body: (
      <p>
        Blijkt een bepaling niet geldig te zijn, dan blijven de andere gelden, en komt er een geldige voor in
        de plaats die er het dichtst bij ligt. Samen met het <Link to="/privacy-policy">privacybeleid</Link>{' '}
        is dit alles wat we afspreken. De Nederlandse tekst is de geldende.
      </p>
    ),
  },
]
