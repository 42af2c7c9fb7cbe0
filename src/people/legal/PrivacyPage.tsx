import { LegalPage, type LegalSection } from './LegalPage.tsx'
import { Link } from 'react-router'
import { RetentionPeriod } from './RetentionPeriod.tsx'
import { CompanyDescription, SellerDetails, ContactEmail } from './SellerDetails.tsx'
import { CookieText } from './CookieText.tsx'

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
    sections={sections}
  />
)

/** What is stored about a visit, with and without consent. */
const AnalyticsText = () => (
  <>
    <h3>Wat we van je bezoek bewaren</h3>
    <p>Koos je voor statistieken, dan bewaren we, hoogstens 13 maanden:</p>
    <ul>
      <li>welke pagina’s je opent, hoe lang je ze ziet en tot hoever je ze leest;</li>
      <li>wat je in de winkel zoekt, en wat je er doet, zoals iets bestellen of een sessie starten;</li>
      <li>
        je soort toestel, je browser, de grootte van je scherm en je taal, het land waar je bent, en de site
        waar je vandaan kwam;
      </li>
      <li>
        een ingekort IP-adres: het laatste deel (na /24, of na /48) valt weg voordat we iets opschrijven.
      </li>
    </ul>
    <p>
      Aan een willekeurig nummer in je browser zien we welke bezoeken van dezelfde browser zijn, tot je je
      toestemming intrekt; zelf bewaren we er alleen een onleesbare afdruk van. Ben je ingelogd, dan weten we
      zolang je bezoek duurt bij welk account het hoort. Na een half uur zonder teken van je is het voorbij,
      en zijn je account en de precieze naam van je browser eruit weg.
    </p>
    <p>
      Koos je er niet voor, of vraagt je browser om je niet te volgen, dan tellen we alleen hoe vaak een
      pagina die dag geopend is. Daar staat niets van jou bij: geen nummer, geen adres en geen browser.
    </p>
    <p>
      Dit alles doen we zelf, zonder diensten van anderen. Bots, zoals die van zoekmachines, herkennen we aan
      hoe ze zich noemen en gedragen, en houden we apart.
    </p>
  </>
)

const sections: LegalSection[] = [
  {
    id: 'bedrijf',
    title: 'Bedrijfsgegevens',
    body: (
      <>
        <p>
          Deze winkel is <CompanyDescription />. Zij is verantwoordelijk voor alles wat je hier koopt, en voor
          de gegevens die je ons toevertrouwt.
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
          Wie 18 jaar of ouder is, kan een account maken en bij ons kopen. Een leeftijdscontrole is verplicht:
          bij je eerste bezoek en bij het registreren verklaar je dat je 18 of ouder bent, en een
          geboortedatum die iets anders zegt, weigeren we. We mogen om bewijs vragen, en sluiten een account
          waarvan blijkt dat het niet klopt.
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
          zonder je naam tot de wettelijke termijn van <RetentionPeriod /> voorbij is. Bezoekstatistieken
          bewaren we hoogstens 13 maanden; die blijven ook na je account: bij welk account ze hoorden, is dan
          al gewist.
        </p>
        <h3>Je rechten</h3>
        <p>
          Je mag je gegevens inzien, verbeteren, meenemen en laten wissen, en bezwaar maken tegen wat we ermee
          doen. Het meeste doe je zelf op <Link to="/profile">je profiel</Link>: daar vraag je ook een kopie
          van alles op. Voor al het andere schrijf je naar <ContactEmail />. Kom je er met ons niet uit, dan
          kun je klagen bij de{' '}
          <a href="https://www.gegevensbeschermingsautoriteit.be" target="_blank" rel="noreferrer">
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
