import { defineLegalText } from './legalText.rules.ts'

/** The terms until an admin publishes other ones. */
export const termsContent = defineLegalText({
  key: 'legal.terms',
  title: 'Gebruiksvoorwaarden',
  path: '/terms-of-service',
  asksAcceptance: true,
  placeholders: [],
  intro: `Wat er geldt als je onze winkel en live sessies gebruikt, zo kort en helder als we konden.`,
  sections: [
    {
      id: 'aanvaarding',
      title: 'Aanvaarding',
      text: `Door een account te maken, iets te kopen of een sessie te starten ga je akkoord met deze voorwaarden. Bij het registreren leggen we vast wanneer je dat deed en met welke versie. Ben je het er niet mee eens, gebruik onze diensten dan niet. Je moet 18 jaar of ouder zijn, en een leeftijdscontrole is verplicht: je verklaart dat je het bent, en we mogen om bewijs vragen.`,
    },
    {
      id: 'aanbieder',
      title: 'Aanbieder',
      text: `De diensten worden aangeboden door {bedrijf}:

{verkoper}`,
    },
    {
      id: 'diensten',
      title: 'Omschrijving van de diensten',
      text: `- Een winkel met producten voor volwassenen, tastbare en digitale.
- Minuten: een tegoed waarmee je in een live sessie de toy bedient van een creator die daarmee instemt. Elke begonnen minuut waarin je de toy bedient, kost een minuut; een minuut waarin dat niet kan, kost niets. De laatste 2 minuten van je saldo kun je niet spelen: bij 2 minuten stopt de toy, en ze blijven staan tot je bijkoopt.
- Een account met je bestellingen, sessies, verlanglijst en berichten.

Een creator kan een sessie altijd weigeren, begrenzen of stoppen. We streven ernaar dat alles 24 uur per dag en 7 dagen per week werkt, maar garanderen dat niet.`,
    },
    {
      id: 'herroepingsrecht',
      title: 'Geen herroepingsrecht voor digitale inhoud',
      text: `Voor digitale inhoud en minuten die je meteen krijgt, is er geen herroepingsrecht. Door op kopen of betalen te drukken, vraag je om directe levering en bevestig je dat je van dat recht afziet. Alle verkopen daarvan zijn definitief: zonder annulering, teruggave, ruil of terugboeking.

Voor goederen geldt wel een bedenktijd van 14 dagen na ontvangst. Herroepen doe je [op deze pagina](/herroepen). Wie zonder reden een betaling laat terugboeken in plaats van te herroepen, kan de toegang tot zijn account verliezen.`,
    },
    {
      id: 'plichten',
      title: 'Wat we van je vragen',
      text: `- Geef juiste gegevens op, houd je wachtwoord geheim en laat niemand anders je account gebruiken.
- Behandel creators en anderen met respect. Wat zij niet willen, gebeurt niet.
- Neem niets op en verspreid niets van een sessie of van wat je digitaal kocht.
- Probeer de dienst niet te misbruiken, te omzeilen of te storen.
- Gebruik de dienst niet als je jonger bent dan 18, en laat dat ook anderen niet doen.`,
    },
    {
      id: 'betaling',
      title: 'Betaling',
      text: `Prijzen zijn in euro, met btw waar die geldt, en kunnen veranderen zonder aankondiging; voor jou geldt de prijs van het moment waarop je bestelt. Lopende abonnementen lopen door tot hun einde. Betalen gaat via beveiligde betaaldiensten van anderen. Kaartgegevens bewaren we niet.

Mislukt een betaling, dan eindigt de toegang tot wat niet betaald is meteen, zonder teruggave.`,
    },
    {
      id: 'eigendom',
      title: 'Intellectuele eigendom',
      text: `Teksten, beelden, software en al het andere op deze site zijn van ons of van wie ze ons liet gebruiken. Wat je digitaal koopt, is voor jezelf: je mag het niet verspreiden, verkopen of openbaar maken.`,
    },
    {
      id: 'aansprakelijkheid',
      title: 'Beperking van aansprakelijkheid',
      text: `Onze aansprakelijkheid is beperkt tot wat je ons betaalde in de 30 dagen voor de vordering. We zijn niet aansprakelijk voor gevolgschade, of voor diensten en apparaten van anderen. Dit geldt niet bij opzet of grove fout, en beperkt geen rechten die de wet je als consument geeft.`,
    },
    {
      id: 'inhoud',
      title: 'Wat hier niet mag, melden en bezwaar',
      text: `Beoordelingen, berichten, profielen, wensen en live sessies zijn van wie ze plaatst. Niet toegestaan is wat illegaal is, alles waar een minderjarige bij betrokken is, beeld of gedrag zonder toestemming van wie het betreft, belediging, haat, bedreiging, bedrog en reclame.

Je meldt het met de knop Melden ernaast, of [op deze pagina](/melden). Beoordelingen leest een mens voordat ze verschijnen; verder zoeken we niet zelf, en er beslist geen automatisch middel. Een mens bekijkt elke melding en beslist binnen 7 werkdagen: wat mag, blijft staan; wat niet mag, halen we weg; wie dit herhaalt of ernstig in de fout gaat, schorsen we. Wie het betreft, krijgt de redenen per mail, en hoort niet wie het meldde.

Ben je het er niet mee eens, dan kun je zes maanden lang gratis bezwaar maken met de link in die mail.`,
    },
    {
      id: 'beeindiging',
      title: 'Beëindiging',
      text: `Je kunt je account altijd beëindigen bij de [instellingen van je profiel](/profile?tab=settings). Wat je nog aan minuten had, wordt dan niet terugbetaald. Wij kunnen een account beëindigen bij overtreding van deze voorwaarden, fraude, misbruik of als er niet betaald wordt. Persoonlijke gegevens zijn binnen 28 dagen na het beëindigen definitief weg; wat in de boekhouding moet blijven, blijft tot {bewaartermijn}.`,
    },
    {
      id: 'wijzigingen',
      title: 'Wijzigingen',
      text: `We mogen deze voorwaarden aanpassen. Bovenaan staat welke versie geldt. Verandert er iets wezenlijks, dan vragen we je akkoord voordat je weer bestelt. Wat je al besteld had, blijft onder de voorwaarden van toen.`,
    },
    {
      id: 'recht',
      title: 'Toepasselijk recht en geschillen',
      text: `Belgisch en Europees recht zijn van toepassing. Woon je als consument in een ander land, dan houd je de bescherming die het dwingende recht daar je geeft, en kun je naar de rechter van je woonplaats.

Komen we er samen niet uit, dan kun je kosteloos terecht bij de [Belgische Consumentenombudsdienst](https://www.consumentenombudsdienst.be).`,
    },
    {
      id: 'contact',
      title: 'Contact en klachten',
      text: `Vragen of een klacht? Schrijf naar {contact}. Binnen 5 werkdagen krijg je antwoord.

{verkoper}`,
    },
    {
      id: 'slot',
      title: 'Slotbepalingen',
      text: `Blijkt een bepaling niet geldig te zijn, dan blijven de andere gelden, en komt er een geldige voor in de plaats die er het dichtst bij ligt. Samen met het [privacybeleid](/privacy-policy) is dit alles wat we afspreken. De Nederlandse tekst is de geldende.`,
    },
  ],
})
