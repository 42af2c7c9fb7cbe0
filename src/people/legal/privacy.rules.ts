import { shippingPlaceholder } from '../content/definition.rules.ts'
import { defineLegalText } from './legalText.rules.ts'

/** The privacy policy until an admin publishes other ones. */
export const privacyContent = defineLegalText({
  key: 'legal.privacy',
  title: 'Privacybeleid en algemene voorwaarden',
  path: '/privacy-policy',
  placeholders: [
    { name: 'cookies', label: 'wat er in de browser bewaard wordt', requiredIn: 'sections' },
    shippingPlaceholder,
  ],
  intro: `Wie we zijn, wat er geldt als je bij ons koopt, en wat we van je bewaren: zo weinig als kan, en nooit langer dan nodig.`,
  sections: [
    {
      id: 'bedrijf',
      title: 'Bedrijfsgegevens',
      text: `Deze winkel is {bedrijf}. Zij is verantwoordelijk voor alles wat je hier koopt, en voor de gegevens die je ons toevertrouwt.

{verkoper}`,
    },
    {
      id: 'algemene-voorwaarden',
      title: 'Algemene voorwaarden',
      text: `Wie 18 jaar of ouder is, kan een account maken en bij ons kopen. Een leeftijdscontrole is verplicht: bij je eerste bezoek en bij het registreren verklaar je dat je 18 of ouder bent, en een geboortedatum die iets anders zegt, weigeren we. We mogen om bewijs vragen, en sluiten een account waarvan blijkt dat het niet klopt.

### Prijzen en betaling

Alle prijzen zijn in euro, met btw waar die geldt. Ze kunnen veranderen zonder dat we dat aankondigen; wat je besteld hebt, blijft de prijs die je bij het bestellen zag. Lopende abonnementen lopen door tot hun einde. Betalen gaat via beveiligde betaaldiensten van anderen: je kaartgegevens zien en bewaren we niet. Mislukt een betaling, dan eindigt de toegang tot wat niet betaald is meteen, zonder teruggave.

### Goederen

{verzending}. We verpakken altijd discreet. Je hebt 14 dagen bedenktijd, gerekend vanaf de dag waarop je het pakket ontvangt. Herroepen doe je [hier](/herroepen). Om redenen van hygiëne vervalt dat recht voor verzegelde producten waarvan het zegel verbroken is.

### Digitale inhoud en minuten

Voor digitale inhoud die meteen geleverd wordt, en voor minuten die je meteen kunt gebruiken, is er geen herroepingsrecht. Die verkoop is definitief: zonder annulering, teruggave, ruil of terugboeking. Je bevestigt dat uitdrukkelijk voordat je op kopen of betalen drukt. Rechten die de wet je geeft wanneer iets niet is wat je mocht verwachten, houd je altijd.

De volledige voorwaarden van onze diensten staan in de [gebruiksvoorwaarden](/terms-of-service).`,
    },
    {
      id: 'privacy',
      title: 'Privacybeleid volgens de AVG',
      text: `We verwerken je gegevens volgens de Algemene Verordening Gegevensbescherming (AVG).

### Wat we verzamelen

- Accountgegevens: je e-mailadres, weergavenaam, wachtwoord (alleen als onleesbare afdruk) en wat je zelf invult, zoals je naam, adres, telefoonnummer en geboortedatum. Van je e-mailadres en telefoonnummer bewaren we ook een onleesbare afdruk, waarmee een creator zich kan verbergen voor mensen die ze kent.
- Betaalgegevens via derden: wat je betaald hebt, waarmee en wanneer. Kaart- en rekeningnummers blijven bij de betaaldienst.
- Gebruiksgegevens: ingekort IP-adres, soort browser en hoe lang een sessie duurde. Hoe sterk een toy tijdens een sessie liep, bewaren we niet.
- Statistieken van je bezoek, alleen als je daarvoor koos. Welke dat zijn, staat hieronder.
- Berichten en interacties: wat je aan een creator of aan ons schrijft, beoordelingen en je verlanglijst. Over een bestelling of een vraag van je maken we soms een notitie voor elkaar; die krijg je met de kopie van je gegevens. Ook een creator kan een notitie over je maken, die alleen zij leest; die verdwijnt na een jaar, tenzij zij haar voor haar veiligheid nodig heeft.
- Wie creator wil worden: naam, geboortedatum, adres, land, wat iemand wil doen en een bewijs van identiteit. Alles is versleuteld, en alleen een administrator leest het, voor een beslissing of een controle; dat wordt opgeschreven. Van een creator bewaren we ook de getekende overeenkomst en van elke sessie waarmee ze instemde. De lijst van adressen en nummers voor wie ze zich verbergt, wordt op haar eigen toestel onleesbaar gemaakt.

### Waarvoor, en op welke grond

- Om te leveren wat je besteld hebt, en je account te beheren: omdat we dat met je afspraken.
- Om vast te stellen wie een creator is, hoe oud en waarmee ze instemt: omdat betaaldiensten en de bescherming van minderjarigen dat vragen.
- Om rekeningen te bewaren: omdat de wet dat eist.
- Om misbruik en inbraak tegen te houden: omdat dat in ieders belang is.
- Om te zien wat in de winkel goed werkt: alleen met je toestemming, die je onderaan elke pagina weer intrekt.

### Wat we van je bezoek bewaren

Koos je voor statistieken, dan bewaren we, hoogstens 13 maanden:

- welke pagina’s je opent, hoe lang je ze ziet en tot hoever je ze leest;
- wat je in de winkel zoekt, en wat je er doet, zoals iets bestellen of een sessie starten;
- je soort toestel, je browser, de grootte van je scherm en je taal, het land waar je bent, en de site waar je vandaan kwam;
- een ingekort IP-adres: het laatste deel (na /24, of na /48) valt weg voordat we iets opschrijven.

Aan een willekeurig nummer in je browser zien we welke bezoeken van dezelfde browser zijn, tot je je toestemming intrekt; zelf bewaren we er alleen een onleesbare afdruk van. Ben je ingelogd, dan weten we zolang je bezoek duurt bij welk account het hoort. Na een half uur zonder teken van je is het voorbij, en zijn je account en de precieze naam van je browser eruit weg.

Koos je er niet voor, of vraagt je browser om je niet te volgen, dan tellen we alleen hoe vaak een pagina die dag geopend is. Daar staat niets van jou bij: geen nummer, geen adres en geen browser.

Dit alles doen we zelf, zonder diensten van anderen. Bots, zoals die van zoekmachines, herkennen we aan hoe ze zich noemen en gedragen, en houden we apart.

### Met wie we ze delen

Met niemand die ze niet nodig heeft. De betaaldienst krijgt het bedrag en een omschrijving zonder productnamen, de vervoerder je adres, de toy-dienst een willekeurig nummer dat niets over jou zegt. Een creator ziet alleen je weergavenaam. We verkopen niets, en volgen je niet op andere sites.

### Hoe lang we ze bewaren

Zolang je een account hebt. Verwijder je het, dan ben je meteen overal uitgelogd en zijn je persoonlijke gegevens binnen 28 dagen definitief weg. Wat in de boekhouding moet blijven, blijft zonder je naam tot de wettelijke termijn van {bewaartermijn} voorbij is. Wat je ons schreef, wissen we twee jaar na het laatste bericht. Wat gemeld werd, met wie het meldde, bewaren we versleuteld als bewijs, twee jaar na de beslissing. Van een aanmelding als creator gaan de teksten weg met de beslissing, en de foto’s ook, tenzij we vóór het uploaden een termijn noemen die onze betaaldienst eist. Wie werd aangenomen, blijft met de gegevens van het bewijs bekend zolang het account bestaat, en tot zo’n termijn om is; lijsten en notities van een creator verdwijnen als ze stopt. Wat je over cookies koos, bewaren we drie jaar onder een willekeurig nummer. Bezoekstatistieken bewaren we hoogstens 13 maanden; die blijven ook na je account: bij welk account ze hoorden, is dan al gewist.

### Je rechten

Je mag je gegevens inzien, verbeteren, meenemen en laten wissen, en bezwaar maken tegen wat we ermee doen. Het meeste doe je zelf op [je profiel](/profile): daar vraag je ook een kopie van alles op. Voor al het andere schrijf je naar {contact}. Kom je er met ons niet uit, dan kun je klagen bij de [Belgische Gegevensbeschermingsautoriteit](https://www.gegevensbeschermingsautoriteit.be) of de toezichthouder van je eigen land.`,
    },
    {
      id: 'cookies',
      title: 'Cookiebeleid',
      text: `{cookies}`,
    },
    {
      id: 'aansprakelijkheid',
      title: 'Disclaimer en aansprakelijkheid',
      text: `We streven ernaar dat alles dag en nacht werkt, maar kunnen dat niet garanderen: verbindingen, toys en diensten van anderen kunnen uitvallen. Een toy stopt dan vanzelf binnen enkele seconden.

Onze aansprakelijkheid is per dienst beperkt tot het bedrag dat je voor die dienst betaalde. Dat geldt niet voor schade door opzet of grove fout, en beperkt geen rechten die de wet je als consument geeft.`,
    },
    {
      id: 'contact',
      title: 'Contact en wijzigingen',
      text: `Vragen over dit beleid of over je gegevens? Schrijf naar {contact}. Klachten beantwoorden we binnen 5 werkdagen.

{verkoper}

We mogen dit beleid aanpassen. Bovenaan staat welke versie geldt. Verandert er iets wezenlijks, dan vertellen we dat. Belgisch en Europees recht zijn van toepassing.`,
    },
  ],
})
