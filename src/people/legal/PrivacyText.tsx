import { Link } from 'react-router'
import { CookieText } from './CookieText.tsx'
import type { LegalSection } from './LegalPage.tsx'
import { ContactEmail, SellerDetails } from './SellerDetails.tsx'
import { AnalyticsText } from './AnalyticsText.tsx'

const externalLinkProps = { target: '_blank', rel: 'noreferrer' } as const

/** Which data is stored, why and for how long: the privacy page from its third section on. */
export const privacySections: LegalSection[] = [
  {
    id: 'privacy',
    title: 'Privacybeleid volgens de AVG',
    body: (
      <>
        <p>We verwerken je gegevens volgens de Algemene Verordening Gegevensbescherming (AVG).</p>
        <h3>Wat we verzamelen</h3>
        <ul>
          <li>
            Accountgegevens: je e-mailadres, weergavenaam, wachtwoord (alleen als onleesbare afdruk) en wat je
            zelf invult, zoals je naam, adres, telefoonnummer en geboortedatum.
          </li>
          <li>
            Betaalgegevens via derden: wat je betaald hebt, waarmee en wanneer. Kaart- en rekeningnummers
            blijven bij de betaaldienst.
          </li>
          <li>
            Gebruiksgegevens: ingekort IP-adres, soort browser en hoe lang een sessie duurde. Hoe sterk een
            toy tijdens een sessie liep, bewaren we niet.
          </li>
          <li>Statistieken van je bezoek, alleen als je daarvoor koos. Welke dat zijn, staat hieronder.</li>
          <li>
            Berichten en interacties: wat je aan een creator schrijft, beoordelingen en je verlanglijst.
          </li>
        </ul>
        <h3>Waarvoor, en op welke grond</h3>
        <ul>
          <li>Om te leveren wat je besteld hebt, en je account te beheren: omdat we dat met je afspraken.</li>
          <li>Om rekeningen te bewaren: omdat de wet dat eist.</li>
          <li>Om misbruik en inbraak tegen te houden: omdat dat in ieders belang is.</li>
          <li>
            Om te zien wat in de winkel goed werkt: alleen met je toestemming, die je onderaan elke pagina
            weer intrekt.
          </li>
        </ul>
        <AnalyticsText />
        <h3>Met wie we ze delen</h3>
        <p>
          Met niemand die ze niet nodig heeft. De betaaldienst krijgt het bedrag en een omschrijving zonder
          productnamen, de vervoerder je adres, de toy-dienst een willekeurig nummer dat niets over jou zegt.
          Een creator ziet alleen je weergavenaam. We verkopen niets, en volgen je niet op andere sites.
        </p>
        <h3>Hoe lang we ze bewaren</h3>
        <p>
          Zolang je een account hebt. Verwijder je het, dan ben je meteen overal uitgelogd en zijn je
          persoonlijke gegevens binnen 28 dagen definitief weg. Wat in de boekhouding moet blijven, blijft
          zonder je naam tot de wettelijke termijn van 7 jaar voorbij is. Bezoekstatistieken bewaren we
          hoogstens 13 maanden; die blijven ook na je account: bij welk account ze hoorden, is dan al gewist.
        </p>
        <h3>Je rechten</h3>
        <p>
          Je mag je gegevens inzien, verbeteren, meenemen en laten wissen, en bezwaar maken tegen wat we ermee
          doen. Het meeste doe je zelf op <Link to="/profile">je profiel</Link>: daar vraag je ook een kopie
          van alles op. Voor al het andere schrijf je naar <ContactEmail />. Kom je er met ons niet uit, dan
          kun je klagen bij de{' '}
          <a href="https://www.gegevensbeschermingsautoriteit.be" {...externalLinkProps}>
            Belgische Gegevensbeschermingsautoriteit
          </a>{' '}
          of de toezichthouder van je eigen land.
        </p>
      </>
    ),
  },
  { id: 'cookies', title: 'Cookiebeleid', body: <CookieText /> },
  {
    id: 'aansprakelijkheid',
    title: 'Disclaimer en aansprakelijkheid',
    body: (
      <>
        <p>
          We streven ernaar dat alles dag en nacht werkt, maar kunnen dat niet garanderen: verbindingen, toys
          en diensten van anderen kunnen uitvallen. Een toy stopt dan vanzelf binnen enkele seconden.
        </p>
        <p>
          Onze aansprakelijkheid is per dienst beperkt tot het bedrag dat je voor die dienst betaalde. Dat
          geldt niet voor schade door opzet of grove fout, en beperkt geen rechten die de wet je als consument
          geeft.
        </p>
      </>
    ),
  },
  {
    id: 'contact',
    title: 'Contact en wijzigingen',
    body: (
      <>
        <p>
          Vragen over dit beleid of over je gegevens? Schrijf naar <ContactEmail />. Klachten beantwoorden we
          binnen 5 werkdagen.
        </p>
        <SellerDetails />
        <p>
          We mogen dit beleid aanpassen. Bovenaan staat welke versie geldt. Verandert er iets wezenlijks, dan
          vertellen we dat voordat het ingaat. Belgisch en Europees recht zijn van toepassing.
        </p>
      </>
    ),
  },
]
