/** The texts of the demo's downloads. */

export interface DemoChapter {
  title: string
  paragraphs: string[]
}

export const eBookTitle = 'Dichterbij'
export const eBookChapters: readonly DemoChapter[] = [
  {
    title: 'Vooraf',
    paragraphs: [
      'Deze oefeningen duren elk tien minuten. Kies er één, leg jullie telefoons in een andere kamer en ga ervoor zitten.',
      'Je kunt altijd stoppen. Zeg het, of leg je hand plat op tafel: dat is genoeg.',
    ],
  },
  {
    title: '1. Aankomen',
    paragraphs: ['Zit tegenover elkaar. Kijk drie minuten niet weg. Vertel daarna wat je zag.'],
  },
  {
    title: '2. Luisteren',
    paragraphs: ['De een vertelt vier minuten over vandaag, de ander zegt niets. Wissel dan.'],
  },
  {
    title: '3. Handen',
    paragraphs: ['Houd elkaars hand vast alsof je haar voor het eerst voelt. Volg elke lijn met je duim.'],
  },
  { title: '4. Adem', paragraphs: ['Rug aan rug. Zoek elkaars adem, en adem een paar minuten gelijk op.'] },
  { title: '5. Vragen', paragraphs: ['Stel om de beurt een vraag waarop je het antwoord niet weet.'] },
  { title: '6. Dank', paragraphs: ['Noem drie kleine dingen van deze week waarvoor je de ander dankt.'] },
  {
    title: '7. Grenzen',
    paragraphs: ['Zeg om de beurt: dit vind ik fijn, dit liever niet, dit misschien. De ander herhaalt het.'],
  },
  {
    title: '8. Stilte',
    paragraphs: ['Wandel een blok om zonder te praten. Kies onderweg iets om aan elkaar te laten zien.'],
  },
  {
    title: '9. Muziek',
    paragraphs: ['Leg een lied op dat je vroeger raakte. Dans, of lig stil naast elkaar.'],
  },
  {
    title: '10. Licht',
    paragraphs: ['Doe alles uit, behalve één kaars. Vertel een herinnering die de ander nog niet kent.'],
  },
  {
    title: '11. Schouders',
    paragraphs: [
      'Leg je handen op de schouders van de ander en wacht. Druk niet, duw niet; voel wat er zakt.',
    ],
  },
  {
    title: '12. Vooruit',
    paragraphs: ['Bedenk samen één klein ding voor volgende week, en schrijf op wanneer.'],
  },
]

export const courseTitle = 'Adem en aanraking'
export const courseChapters: readonly DemoChapter[] = [
  {
    title: 'Zo werkt het',
    paragraphs: [
      'Zet een klank op herhalen. Adem in terwijl hij zwelt en uit terwijl hij zakt. Doe dat een paar minuten.',
    ],
  },
  {
    title: 'Klank 1: vertragen',
    paragraphs: ['Zit naast elkaar. Leg elk een hand op je eigen buik en wacht tot jullie ademen als één.'],
  },
  {
    title: 'Klank 2: dichterbij',
    paragraphs: ['Leg je hand op de hand van de ander. Zeg hardop wat fijn is, en wat liever niet.'],
  },
]

export const lettersTitle = 'Brieven om af te maken'
export const letterChapters: readonly DemoChapter[] = [
  { title: 'Brief 1', paragraphs: ['Lief, ik dacht vandaag aan je toen …'] },
  { title: 'Brief 2', paragraphs: ['Wat ik je nog nooit verteld heb, is …'] },
  { title: 'Brief 3', paragraphs: ['Het mooiste aan ons vind ik …'] },
  { title: 'Brief 4', paragraphs: ['Als we een dag helemaal voor onszelf hadden, dan …'] },
  { title: 'Brief 5', paragraphs: ['Ik zou graag vaker …'] },
  { title: 'Brief 6', paragraphs: ['Over een jaar lees je dit weer. Ik hoop dat …'] },
]
