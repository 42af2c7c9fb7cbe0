import { defineLegalText } from './legalText.rules.ts'

/**
 * The policy about the age of customers, which card schemes ask of a merchant of adult content, until an admin publishes another one. It
 * describes self-declaration, because the shop asks for no proof.
 */
export const agePolicyContent = defineLegalText({
  key: 'legal.agePolicy',
  title: 'Leeftijdsbeleid',
  path: '/leeftijdsbeleid',
  placeholders: [],
  intro: `Deze winkel en de live sessies zijn er alleen voor wie 18 jaar of ouder is. Hier lees je hoe we dat vragen, wat we weigeren, en wat je kunt doen als je ziet dat het niet klopt.`,
  sections: [
    {
      id: 'vragen',
      title: 'Hoe we je leeftijd vragen',
      text: `- Bij je eerste bezoek vragen we of je 18 of ouder bent. Tot je ja zegt, tonen we geen producten en geen creators, alleen wat iedereen moet kunnen lezen, zoals onze voorwaarden, contact en deze pagina. Is de winkel open voor bezoekers zonder account, dan mogen zoekmachines haar wel lezen.
- Wie een account maakt of als gast bestelt, verklaart dat opnieuw, met een vakje dat niet vooraf is aangevinkt. Zonder die verklaring gaat het niet door. We leggen vast wanneer je dat verklaarde.
- Live sessies zijn er alleen voor wie een account heeft en is ingelogd.

Dit zijn verklaringen: we vragen standaard geen identiteitsbewijs, en schatten je leeftijd niet met een camera. Twijfelen we aan je leeftijd, dan mogen we om bewijs vragen.

Je antwoord bij je eerste bezoek staat een jaar in een cookie van je browser, zonder wie je bent. Deel je een toestel, wis dan de cookies van deze site: dan vragen we het opnieuw. Elke pagina vertelt filters voor ouderlijk toezicht dat ze voor volwassenen is.`,
    },
    {
      id: 'weigeren',
      title: 'Wat we weigeren',
      text: `- Een account of bestelling zonder verklaring dat je 18 of ouder bent.
- Een geboortedatum van iemand die jonger is dan 18.
- Creators die jonger zijn dan 18. Wie creator wil worden, bewijst vooraf leeftijd en identiteit, en tekent een overeenkomst. Zegt één document dat iemand jonger is dan 18, dan gaat het niet door.
- Alles waar een minderjarige bij betrokken is, ook in tekst: berichten, beoordelingen, profielen, wensen en live sessies.`,
    },
    {
      id: 'sluiten',
      title: 'Wanneer we een account sluiten',
      text: `Blijkt dat iemand jonger is dan 18, of dat iemand een minderjarige laat meekijken of meedoen, dan schorsen of sluiten we het account, van een klant en van een creator. Wie geschorst is, is meteen overal uitgelogd, en wat die in een live sessie bedient, stopt. Tegen een schorsing kun je bezwaar maken; hoe, staat in onze mail aan jou.`,
    },
    {
      id: 'melden',
      title: 'Iets melden of klagen',
      text: `Denk je dat iemand hier jonger is dan 18, of zie je iets waar een minderjarige bij betrokken is? [Meld het](/melden). Daar hoef je niet voor in te loggen, en bij een melding over minderjarigen hoef je ook geen naam te geven. Deze meldingen bekijken we als eerste, en binnen 7 werkdagen beslist iemand van ons. Geef je een e-mailadres, dan krijg je de redenen per mail. Blijft het staan, dan kun je daar zes maanden lang bezwaar tegen maken.

Over al het andere schrijf je ons [via contact](/contact) of op {contact}. Hoe we met een klacht omgaan, en wie helpt als we er niet uitkomen, lees je bij [klachten](/klachten).

{verkoper}`,
    },
  ],
})
