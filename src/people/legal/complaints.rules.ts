import { defineLegalText } from './legalText.rules.ts'

/**
 * Complaints, alternative dispute resolution (Dir. 2013/11, art. 13) and the points of contact (Reg. (EU) 2022/2065, art. 11 and 12),
 * until an admin publishes another text. The platform of Reg. 524/2013 closed on 20 July 2025, so there is no link to it.
 */
export const complaintsContent = defineLegalText({
  key: 'legal.complaints',
  title: 'Klachten en contactpunten',
  path: '/klachten',
  placeholders: [],
  intro: `Ging er iets mis? Vertel het ons eerst, dan lossen we het meestal snel op. Kom je er met ons niet uit, dan zijn er anderen die kosteloos helpen.`,
  sections: [
    {
      id: 'klacht',
      title: 'Een klacht',
      text: `Schrijf ons [via contact](/contact) en kies “Een klacht”, of mail naar {contact}. Je krijgt meteen een bevestiging met een kenmerk, en binnen 5 werkdagen een antwoord van een mens.

{verkoper}`,
    },
    {
      id: 'geschil',
      title: 'Als we er niet uitkomen',
      text: `Ben je niet tevreden met ons antwoord, dan kun je kosteloos terecht bij de [Belgische Consumentenombudsdienst](https://www.consumentenombudsdienst.be), Koning Albert II-laan 8, 1000 Brussel. Die helpt om zonder rechter tot een oplossing te komen.

Woon je in een ander land van de EU, dan helpt het [Europees Centrum voor de Consument](https://www.eccbelgie.be) je verder. Je kunt altijd naar de rechter van je woonplaats.`,
    },
    {
      id: 'inhoud',
      title: 'Iets melden dat hier niet hoort',
      text: `Zie je een beoordeling, bericht, profiel of iets anders dat illegaal is of niet hoort? [Meld het hier](/melden), of met de knop Melden ernaast. Binnen 7 werkdagen beslist een mens, met de redenen erbij, en je kunt bezwaar maken.`,
    },
    {
      id: 'contactpunten',
      title: 'Contactpunten volgens de digitaledienstenverordening',
      text: `Voor gebruikers (artikel 12): [het contactformulier](/contact) of {contact}. Een mens leest en beantwoordt het.

Voor de autoriteiten van de lidstaten, de Commissie en de digitaledienstenraad (artikel 11): {contact}. We lezen Nederlands, Frans en Engels.`,
    },
  ],
})
