import { digitalProduct, type DemoProductWithoutSku } from './demoProduct.ts'

/** Of the product that is a gift card, with a variant for each value. */
export const GIFT_CARD_SLUG = 'cadeaubon'

/** What is delivered by mail: downloads, whose files `digitalFiles.ts` makes, and gift cards. They have a stock like any other. */
export const digitalProducts: readonly DemoProductWithoutSku[] = [
  digitalProduct({
    slug: 'e-book-dichterbij',
    name: 'E-book Dichterbij',
    description:
      'Twaalf korte oefeningen voor twee, om elkaar weer met aandacht te zien, te horen en aan te raken. Als epub en pdf, zonder kopieerslot. Je downloadt het meteen na je betaling, en je krijgt een mail met een onderwerp dat niets verraadt.',
    categorySlug: 'lezen-en-luisteren',
    price: 1295,
    stock: 500,
    pictures: 1,
  }),
  digitalProduct({
    slug: 'audiocursus-adem-en-aanraking',
    name: 'Audiocursus Adem en aanraking',
    description:
      'Twee rustige klanken om samen op te ademen, met een boekje dat zegt wat je doet. Je leert vertragen, ademen en aangeven wat je fijn vindt. Je krijgt de klanken als wav en het boekje als pdf, om te houden en zo vaak te horen als je wilt.',
    categorySlug: 'lezen-en-luisteren',
    price: 995,
    stock: 500,
    pictures: 2,
  }),
  digitalProduct({
    slug: 'brieven-om-af-te-maken',
    name: 'Brieven om af te maken',
    description:
      'Zes brieven waarvan het begin er al staat, om met de hand af te maken en aan elkaar te geven. Een pdf om te printen, elke brief op een eigen blad. Je downloadt hem meteen na je betaling.',
    categorySlug: 'lezen-en-luisteren',
    price: 695,
    stock: 500,
    pictures: 2,
    comments: true,
  }),
  digitalProduct({
    slug: GIFT_CARD_SLUG,
    name: 'Cadeaubon',
    description:
      'Voor wie zelf wil kiezen. Je zegt wie de bon krijgt, op welke dag, en als je wilt met een bericht erbij; wij mailen hem, zonder een woord over wat we verkopen. De bon is te printen, en te besteden aan alles in de winkel en aan minuten, in één keer of in delen.',
    categorySlug: 'verzorging-en-accessoires',
    price: 2500,
    stock: 500,
    pictures: 1,
  }),
]
