import { defineLegalText } from './legalText.rules.ts'

/**
 * The reminder of the legal guarantee of conformity (Dir. 2011/83, art. 6(1)(l), as amended by Dir. (EU) 2024/825; Dir. (EU) 2019/771,
 * art. 10, 11 and 13), until an admin publishes another one. The layout of the official notice (Reg. (EU) 2025/1960) is not in it.
 */
export const guaranteeContent = defineLegalText({
  key: 'legal.guarantee',
  title: 'Wettelijke garantie',
  path: '/wettelijke-garantie',
  placeholders: [],
  intro: `Op alle goederen die je in de Europese Unie koopt, geldt minstens 2 jaar wettelijke garantie. Je hoeft er niets voor te doen of te betalen.`,
  sections: [
    {
      id: 'wat',
      title: 'Wat het inhoudt',
      text: `Is wat je kreeg niet wat je mocht verwachten (het is stuk, doet niet wat we zeiden, of gaat te snel kapot), dan lossen wij dat kosteloos op. Dat geldt voor gebreken die er bij de levering al waren en zich binnen 2 jaar tonen. In Nederland kan het ook langer zijn: zo lang als je bij zo’n product mag verwachten.

Toont een gebrek zich binnen het eerste jaar, dan nemen we aan dat het er bij de levering al was; in België geldt dat de hele 2 jaar.`,
    },
    {
      id: 'keuze',
      title: 'Wat je kunt vragen',
      text: `- Eerst: herstel of een nieuw exemplaar, naar jouw keuze, tenzij dat niet kan of onevenredig veel kost. Gratis, binnen een redelijke tijd, en wij betalen het heen en weer sturen.
- Lukt dat niet, duurt het te lang of is het gebrek ernstig: minder betalen, of je geld terug.

In België staat de termijn van 2 jaar stil zolang we herstellen of vervangen.`,
    },
    {
      id: 'hoe',
      title: 'Hoe je het vraagt',
      text: `Schrijf ons [via contact](/contact) of op {contact}, met je bestelnummer en wat er mis is. Een foto helpt; de verpakking hoef je niet meer te hebben. Binnen 5 werkdagen hoor je hoe we het oplossen. Om redenen van hygiëne vragen we soms om iets schoon en apart verpakt terug te sturen; je rechten veranderen daar niet door.

{verkoper}`,
    },
    {
      id: 'fabrieksgarantie',
      title: 'Garantie van een maker',
      text: `Geeft een maker zelf garantie, dan vind je die bij het product of in de verpakking, met voor hoelang en bij wie. Die komt boven op de wettelijke garantie, en neemt er niets van af.`,
    },
  ],
})
