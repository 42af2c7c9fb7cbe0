import { Link } from 'react-router'
import type { LegalSection } from './LegalPage.tsx'
import { SellerDetails } from './SellerDetails.tsx'

/** Our identity and general rules: the first sections of the privacy page. */
export const generalSections: LegalSection[] = [
  {
    id: 'bedrijf',
    title: 'Bedrijfsgegevens',
    body: (
      <>
        <p>
          Deze winkel is een eenmanszaak in België. Zij is verantwoordelijk voor alles wat je hier koopt, en
          voor de gegevens die je ons toevertrouwt.
        </p>
        <SellerDetails />
      </>
    ),
  },
  {
    id: 'algemene-voorwaarden',
    title: 'Algemene voorwaarden',
    body: (
      <>
        <p>
          Wie 18 jaar of ouder is, kan een account maken en bij ons kopen. Bij het registreren verklaar je dat
          je dat bent; we mogen om een leeftijdscontrole vragen, en sluiten een account waarvan blijkt dat het
          niet klopt.
        </p>
        <h3>Prijzen en betaling</h3>
        <p>
          Alle prijzen zijn in euro, met btw waar die geldt. Ze kunnen veranderen zonder dat we dat
          aankondigen; wat je besteld hebt, blijft de prijs die je bij het bestellen zag. Lopende abonnementen
          lopen door tot hun einde. Betalen gaat via beveiligde betaaldiensten van anderen: je kaartgegevens
          zien en bewaren we niet. Mislukt een betaling, dan eindigt de toegang tot wat niet betaald is
          meteen, zonder teruggave.
        </p>
        <h3>Goederen</h3>
        <p>
          Verzenden is gratis binnen Nederland en altijd discreet verpakt. Je hebt 14 dagen bedenktijd,
          gerekend vanaf de dag waarop je het pakket ontvangt. Herroepen doe je{' '}
          <Link to="/herroepen">hier</Link>. Om redenen van hygiëne vervalt dat recht voor verzegelde
          producten waarvan het zegel verbroken is.
        </p>
        <h3>Digitale inhoud en minuten</h3>
        <p>
          Voor digitale inhoud die meteen geleverd wordt, en voor minuten die je meteen kunt gebruiken, is er
          geen herroepingsrecht. Die verkoop is definitief: zonder annulering, teruggave, ruil of
          terugboeking. Je bevestigt dat uitdrukkelijk voordat je op kopen of betalen drukt. Rechten die de
          wet je geeft wanneer iets niet is wat je mocht verwachten, houd je altijd.
        </p>
        <p>
          De volledige voorwaarden van onze diensten staan in de{' '}
          <Link to="/terms-of-service">gebruiksvoorwaarden</Link>.
        </p>
      </>
    ),
  },
]
