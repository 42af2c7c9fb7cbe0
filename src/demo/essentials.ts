import { parcel, type Listing } from './listing.ts'

/** Connected toys, care, and the book. Weights and sizes are those of the wrapped thing. */
export const essentials: readonly Listing[] = [
  parcel({
    slug: 'lumi',
    name: 'Lumi',
    description:
      'Een ronde steen van zachte, lichaamsveilige siliconen die warm wordt in je hand, met een lichtring die toont hoe sterk hij staat. Te bedienen met één knop, met de app of op afstand. Waterdicht, fluisterstil, twee uur spelen per lading. Komt in een effen doosje en een neutrale verpakking.',
    categorySlug: 'slimme-toys',
    price: 11995,
    stock: 38,
    pictures: 3,
    weight: 340,
    size: [16, 12, 9],
  }),
  parcel({
    slug: 'vela',
    name: 'Vela',
    description:
      'Gebogen als een zeil in een zachte wind, en net zo licht: 62 gram matte siliconen zonder naden. Vela volgt het ritme dat jij of iemand anders kiest, in de app of live. Waterdicht en stil; af te spoelen met lauw water en milde zeep.',
    categorySlug: 'slimme-toys',
    price: 14995,
    stock: 24,
    pictures: 2,
    weight: 280,
    size: [18, 12, 7],
  }),
  parcel({
    slug: 'onda',
    name: 'Onda',
    description:
      'Een parelwitte bol met een diepe, ronde trilling, voor schouders, rug en alles waar je zin in hebt. Hij rust in een schaal van keramiek die hem draadloos oplaadt. 6 cm, lichaamsveilige siliconen, verbonden met de app.',
    categorySlug: 'slimme-toys',
    price: 8995,
    stock: 33,
    pictures: 2,
    weight: 650,
    size: [16, 16, 10],
  }),
  parcel({
    slug: 'nova-duo',
    name: 'Nova Duo',
    description:
      'Twee gladde stenen die elkaar antwoorden: beweegt de ene, dan beweegt de andere mee, ook aan de andere kant van het land. In een etui met fluwelen voering dat ze samen oplaadt. Waterdicht, lichaamsveilige siliconen, twee jaar garantie.',
    categorySlug: 'slimme-toys',
    price: 24995,
    stock: 18,
    pictures: 3,
    weight: 820,
    size: [22, 15, 9],
  }),
  parcel({
    slug: 'zachte-gel-op-waterbasis',
    name: 'Zachte gel op waterbasis',
    description:
      'Een heldere gel met aloë en havermelk, zonder geur, suiker of parabenen. Ze voelt als huid, plakt niet, wast zo weg en gaat samen met alle materialen. 150 ml in een pompflesje dat op een nachtkastje niet opvalt.',
    categorySlug: 'verzorging-en-accessoires',
    price: 1495,
    stock: 90,
    pictures: 2,
    weight: 230,
    size: [18, 6, 6],
  }),
  parcel({
    slug: 'zeepblok-witte-thee',
    name: 'Zeepblok Witte thee',
    description:
      'Een mild zeepblok met witte thee en olijfolie, voor handen, lichaam en de dingen die je schoon wilt bewaren. Zonder parfum dat blijft hangen. 90 gram, vijf weken gerijpt; laat het tussendoor drogen.',
    categorySlug: 'verzorging-en-accessoires',
    price: 495,
    stock: 120,
    pictures: 1,
    weight: 100,
    size: [9, 7, 3],
  }),
  parcel({
    slug: 'fluwelen-opbergetui',
    name: 'Fluwelen opbergetui',
    description:
      'Een buidel van dennengroen fluweel met een voering van ongebleekt katoen, die ademt en niet pluist. Het koord sluit met twee messing kralen. 22 bij 16 cm; voor een monogram zet je de letters bij de opmerkingen.',
    categorySlug: 'verzorging-en-accessoires',
    price: 2795,
    stock: 47,
    pictures: 2,
    comments: true,
    weight: 120,
    size: [24, 18, 3],
  }),
  parcel({
    slug: 'cadeauverpakking',
    name: 'Cadeauverpakking',
    description:
      'We pakken je bestelling in crèmekleurig papier in, met een lint van framboosrode zijde en een kaartje. Zet bij de opmerkingen wat erop mag staan. De buitendoos blijft neutraal, zoals altijd.',
    categorySlug: 'verzorging-en-accessoires',
    price: 695,
    stock: 200,
    pictures: 2,
    comments: true,
    weight: 160,
    size: [30, 24, 12],
  }),
  parcel({
    slug: 'boek-langzaam',
    name: 'Boek Langzaam',
    description:
      'Een gebonden boek over tijd nemen voor elkaar, met verhalen, gesprekken en stille tekeningen. 216 pagina’s op zacht papier, linnen rug, leeslint. Om in één avond te lezen of een jaar lang open te slaan.',
    categorySlug: 'lezen-en-luisteren',
    price: 2450,
    stock: 52,
    pictures: 2,
    weight: 540,
    size: [22, 16, 3],
  }),
]
